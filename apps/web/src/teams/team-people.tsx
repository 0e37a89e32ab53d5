import type { Team } from '@covo/contract/teams/teams.routes'
import { useId, useRef, useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './team.module.css'
import { TeamChip } from './team-parts.tsx'
import { refetchTeams } from './teams.queries.ts'
import { teamErrors, teamsTexts, teamTexts } from './teams.texts.it.ts'

type Person = Team['people'][number]

/** The members of a team whom the viewer sees; the captain names another one, and removes them. */
export function TeamPeople({ team: { id, people, hidden, captain, relation } }: { team: Team }) {
  const headingId = useId()
  const { uid } = useMember()
  const [chosen, setChosen] = useState<Person | null>(null)
  const naming = useRef<HTMLDialogElement>(null)
  const removing = useRef<HTMLDialogElement>(null)
  const name = <bdi key="name">{chosen?.displayName}</bdi>
  return (
    <section className={styles.people} aria-labelledby={headingId}>
      <h2 id={headingId}>{teamTexts.people}</h2>
      <ul className={styles.list} data-managed={relation === 'captain'}>
        {people.map((person) => (
          <Contained as="li" key={person.uid}>
            <PersonItem
              person={person}
              isCaptain={person.uid === captain?.uid}
              isOwn={person.uid === uid}
              onName={
                relation === 'captain' && person.uid !== uid
                  ? () => {
                      setChosen(person)
                      naming.current?.showModal()
                    }
                  : null
              }
              onRemove={() => {
                setChosen(person)
                removing.current?.showModal()
              }}
            />
          </Contained>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.unseen}>{teamTexts.unseen(hidden)}</p>}
      <AlertDialog
        dialog={naming}
        title={teamTexts.nameCaptain}
        text={teamTexts.handOver(name)}
        cancel={teamTexts.goBack}
        confirm={teamTexts.handOverConfirm}
        confirmVariant="primary"
        describeFailure={(error) => describeError(error, teamErrors)}
        onConfirm={async () => {
          if (chosen)
            await call('PUT /api/teams/{teamId}/captain', {
              param: { teamId: id },
              json: { uid: chosen.uid },
            })
          await refetchTeams()
        }}
      />
      <AlertDialog
        dialog={removing}
        title={teamTexts.remove}
        text={teamTexts.removeText(name)}
        cancel={teamTexts.goBack}
        confirm={teamTexts.remove}
        describeFailure={(error) => describeError(error, teamErrors)}
        onConfirm={async () => {
          if (chosen)
            await call('DELETE /api/teams/{teamId}/members/{uid}', {
              param: { teamId: id, uid: chosen.uid },
            })
          await refetchTeams()
        }}
      />
    </section>
  )
}

/** `onName` null: the viewer can't change who is in the team. */
function PersonItem({
  person: { uid, displayName, photoURL },
  isCaptain,
  isOwn,
  onName,
  onRemove,
}: {
  person: Person
  isCaptain: boolean
  isOwn: boolean
  onName: (() => void) | null
  onRemove: () => void
}) {
  const nameId = useId()
  return (
    <li>
      <span className={styles.person}>
        <PersonLink uid={uid} isDecoration>
          <Avatar person={{ uid, name: displayName, photoURL }} />
        </PersonLink>
        <PersonLink uid={uid}>
          <bdi id={nameId}>{displayName}</bdi>
        </PersonLink>
        {isOwn && <span className={styles.you}>{teamTexts.you}</span>}
        {isCaptain && <TeamChip>{teamsTexts.captain}</TeamChip>}
      </span>
      {onName && (
        <span className={styles.choice}>
          <Button size="small" variant="quiet" aria-describedby={nameId} onClick={onName}>
            {teamTexts.nameCaptain}
          </Button>
          <Button size="small" variant="quiet" aria-describedby={nameId} onClick={onRemove}>
            {teamTexts.remove}
          </Button>
        </span>
      )}
    </li>
  )
}
