import type { EventDetails } from '@covo/contract/events/events.routes'
import { IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import { reportTexts } from '../platform/reports.texts.it.ts'
import { Button } from '../ui/button.tsx'
import { Report } from '../ui/report.tsx'

/** A button that opens the dialog in which the event is reported. */
export function ReportEvent({ event }: { event: EventDetails }) {
  const { id, title, organizerId, organizerName } = event
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsOpen(true)}>
        <IconFlag aria-hidden="true" />
        {reportTexts.report}
      </Button>
      <Report
        isOpen={isOpen}
        subject={{ kind: 'event', id }}
        person={{ uid: organizerId, name: organizerName }}
        text={title}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
