import type { EventTeam, EventTeamPage } from '@covo/contract/teams/event-teams.routes'
import type { TeamSummary } from '@covo/contract/teams/teams.routes'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { call } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { showToast } from '../ui/toast.tsx'
import { CreateTeamDialog } from './create-team-dialog.tsx'
import styles from './event-teams.module.css'
import { Lineup } from './lineup.tsx'
import { TeamHead } from './team-parts.tsx'
import shared from './teams.module.css'
import { isMemberOf, useTeamAct } from './teams.queries.ts'
import { eventTeamsTexts, teamsTexts } from './teams.texts.it.ts'

/**
 * Lists the viewer's teams by name: the teams entered for the event, and the teams whose captain the viewer is, with a button to enter
 * each. A viewer without a team creates one here, which is entered at once. Shows nothing where the event is closed and no team of the
 * viewer was entered.
 */
export function OwnEventTeams({
  eventId,
  page: { event, own },
  teams,
}: {
  eventId: string
  page: EventTeamPage
  teams: readonly TeamSummary[]
}) {
  const headingId = useId()
  const [isCreating, setIsCreating] = useState(false)
  const hasEntered = ({ id }: TeamSummary) => own.some((entered) => entered.id === id)
  const free = teams.filter((team) => event.isOpen && team.relation === 'captain' && !hasEntered(team))
  const shown: (TeamSummary | EventTeam)[] = [...own, ...free].sort(byName)
  if (shown.length === 0 && !event.isOpen) return null
  return (
    <section className={shared.region} aria-labelledby={headingId}>
      <h2 id={headingId}>{teamsTexts.own}</h2>
      {shown.length > 0 ? (
        <ul className={styles.own} aria-label={teamsTexts.own}>
          {shown.map((team) => (
            <Contained as="li" key={team.id}>
              <OwnTeam team={team} eventId={eventId} event={event} isOnly={shown.length === 1} />
            </Contained>
          ))}
        </ul>
      ) : teams.some(isMemberOf) ? (
        <p className={shared.none}>{eventTeamsTexts.noneEntered}</p>
      ) : (
        <div className={`${shared.none} ${styles.first}`}>
          <p>{teamsTexts.noneOwn}</p>
          <Button variant="primary" onClick={() => setIsCreating(true)}>
            <IconPlus aria-hidden="true" />
            {teamsTexts.create}
          </Button>
        </div>
      )}
      <CreateTeamDialog
        eventId={eventId}
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        onCreated={() => {
          setIsCreating(false)
          showToast('done', eventTeamsTexts.entered)
        }}
      />
    </section>
  )
}

function byName(one: TeamSummary, other: TeamSummary): number {
  return one.name.localeCompare(other.name, 'it')
}

type Given = {
  team: TeamSummary | EventTeam
  eventId: string
  event: EventTeamPage['event']
  /** Whether there is no other: what it has to be pressed is the next step. */
  isOnly: boolean
}

function OwnTeam({ team, eventId, event, isOnly }: Given) {
  const nameId = useId()
  const { id, relation } = team
  const isEntered = 'players' in team
  const entry = useTeamAct(async (enters: boolean) => {
    const param = { teamId: id, eventId }
    if (enters) await call('PUT /api/teams/{teamId}/events/{eventId}', { param })
    else await call('DELETE /api/teams/{teamId}/events/{eventId}', { param })
    showToast('done', enters ? eventTeamsTexts.entered : eventTeamsTexts.withdrawn)
  })
  return (
    <li>
      <TeamHead team={team} nameId={nameId}>
        <p className={styles.count}>
          {isEntered ? eventTeamsTexts.players(team.players, event.teamSize) : eventTeamsTexts.notEntered}
        </p>
      </TeamHead>
      {event.isOpen && (
        <div className={styles.acts}>
          {isEntered && event.takesPart && (
            <Playing team={team} eventId={eventId} event={event} isOnly={isOnly} nameId={nameId} />
          )}
          {relation === 'captain' && (
            <Button
              variant={isEntered ? 'quiet' : isOnly ? 'primary' : 'secondary'}
              busy={entry.isPending}
              aria-describedby={nameId}
              onClick={() => entry.mutate(!isEntered)}
            >
              {isEntered ? eventTeamsTexts.withdraw : eventTeamsTexts.enter}
            </Button>
          )}
        </div>
      )}
      {isEntered && <Lineup team={team} />}
    </li>
  )
}

/** A participant plays for one team at most: beside the others there is nothing to press. */
function Playing({
  team: { id, name, players },
  eventId,
  event: { playsFor, teamSize },
  isOnly,
  nameId,
}: Given & { team: EventTeam; nameId: string }) {
  const plays = playsFor === id
  const lineup = useTeamAct((isIn: boolean) => {
    const param = { teamId: id, eventId }
    return isIn
      ? call('PUT /api/teams/{teamId}/events/{eventId}/lineup', { param })
      : call('DELETE /api/teams/{teamId}/events/{eventId}/lineup', { param })
  })
  const isFull = !plays && teamSize !== null && players >= teamSize
  return (
    <>
      {/* It is there all the time, so that what comes into it is read aloud. */}
      <p role="status" className={styles.state}>
        {plays && <IconCheck aria-hidden="true" />}
        {plays && <span>{eventTeamsTexts.plays}</span>}
        {isFull && playsFor === null && <span>{eventTeamsTexts.lineupFull}</span>}
      </p>
      {(plays || (playsFor === null && !isFull)) && (
        <Button
          className={styles.play}
          variant={plays ? 'quiet' : isOnly ? 'primary' : 'secondary'}
          busy={lineup.isPending}
          aria-describedby={plays ? nameId : undefined}
          onClick={() => lineup.mutate(!plays)}
        >
          {plays ? (
            eventTeamsTexts.stopPlaying
          ) : (
            <span>{eventTeamsTexts.play(<bdi key="name">{name}</bdi>)}</span>
          )}
        </Button>
      )}
    </>
  )
}
