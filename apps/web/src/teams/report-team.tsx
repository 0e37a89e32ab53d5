import { nobody } from '@covo/contract/events/events.rules'
import type { Team } from '@covo/contract/teams/teams.routes'
import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { reportTexts } from '../platform/reports.texts.it.ts'
import { Button } from '../ui/button.tsx'
import { Report } from '../ui/report.tsx'
import { refetchTeams } from './teams.queries.ts'
import { teamsTexts } from './teams.texts.it.ts'

/** A button that opens the dialog in which a team is reported, whose captain answers for it. */
export function ReportTeam({ team: { id, name, captain } }: { team: Team }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        <IconFlag aria-hidden="true" />
        {reportTexts.report}
      </Button>
      <Report
        isOpen={isOpen}
        subject={{ kind: 'team', id }}
        person={
          captain
            ? { uid: captain.uid, name: captain.displayName }
            : { uid: nobody.uid, name: teamsTexts.hiddenCaptain }
        }
        text={name}
        onClose={() => setIsOpen(false)}
        onBlocked={refetchTeams}
      />
    </>
  )
}
