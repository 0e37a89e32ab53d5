import type { Team } from '@covo/contract/teams/teams.routes'
import { useId } from 'react'
import { call } from '../platform/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './team.module.css'
import { useTeamAct } from './teams.queries.ts'
import { teamTexts } from './teams.texts.it.ts'

/** Those who ask the captain to let them in; nothing where there are none. */
export function TeamRequests({ team: { id, requests } }: { team: Team }) {
  const headingId = useId()
  if (requests.length === 0) return null
  return (
    <section className={`${styles.card} ${styles.requests}`} aria-labelledby={headingId}>
      <h2 id={headingId}>{teamTexts.requests(requests.length)}</h2>
      <ul className={styles.asking}>
        {requests.map((request) => (
          <Request key={request.uid} teamId={id} request={request} />
        ))}
      </ul>
    </section>
  )
}

function Request({
  teamId,
  request: { uid, displayName, photoURL, text },
}: {
  teamId: string
  request: Team['requests'][number]
}) {
  const nameId = useId()
  const answering = useTeamAct((answer: 'accept' | 'reject') =>
    call(`POST /api/teams/{teamId}/requests/{uid}/${answer}`, { param: { teamId, uid } }),
  )
  const isBusy = (answer: 'accept' | 'reject') => answering.isPending && answering.variables === answer
  return (
    <li>
      <span className={styles.person}>
        <PersonLink uid={uid} isDecoration>
          <Avatar person={{ uid, name: displayName, photoURL }} />
        </PersonLink>
        <PersonLink uid={uid}>
          <bdi id={nameId}>{displayName}</bdi>
        </PersonLink>
      </span>
      {text && (
        <p className={styles.message} dir="auto">
          {text}
        </p>
      )}
      <div className={styles.choice}>
        <Button
          size="small"
          variant="primary"
          aria-describedby={nameId}
          busy={isBusy('accept')}
          onClick={() => answering.mutate('accept')}
        >
          {teamTexts.accept}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-describedby={nameId}
          busy={isBusy('reject')}
          onClick={() => answering.mutate('reject')}
        >
          {teamTexts.reject}
        </Button>
      </div>
    </li>
  )
}
