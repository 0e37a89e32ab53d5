import type { Team } from '@covo/contract/teams/teams.routes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call, describeError } from '../platform/api.ts'
import { dateFormat } from '../platform/format.ts'
import { queryClient } from '../platform/query-client.ts'
import { memberScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './team.module.css'
import { teamCodeQuery } from './teams.queries.ts'
import { teamErrors, teamTexts } from './teams.texts.it.ts'

const formatEnd = dateFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

/** The code by which people enter a team without asking, for its captain. */
export function TeamCode({ team: { id } }: { team: Team }) {
  const headingId = useId()
  const { data, error, isFetching, refetch } = useQuery(teamCodeQuery(id))
  const renewing = useMutation({
    mutationFn: () => call('POST /api/teams/{teamId}/invitation', { param: { teamId: id } }),
    onSuccess: (code) => queryClient.setQueryData(teamCodeQuery(id).queryKey, code),
    onError: (failure) => showToast('failed', describeError(failure, teamErrors)),
  })
  const code = data?.code ?? null
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <h2 id={headingId}>{teamTexts.code}</h2>
      {data ? (
        <>
          {code && <p className={styles.code}>{code}</p>}
          <p className={styles.note}>
            {data.expiresAt ? teamTexts.codeEnds(formatEnd(new Date(data.expiresAt))) : teamTexts.noCode}
          </p>
          <div className={styles.choice}>
            {code && (
              <Button size="small" variant="soft" onClick={() => void copyLink(code)}>
                {teamTexts.copyLink}
              </Button>
            )}
            <Button
              size="small"
              {...(code && { variant: 'quiet' as const })}
              busy={renewing.isPending}
              onClick={() => renewing.mutate()}
            >
              {code ? teamTexts.renewCode : teamTexts.makeCode}
            </Button>
          </div>
        </>
      ) : error ? (
        <LoadFailure text={describeError(error, teamErrors)} isBusy={isFetching} onRetry={refetch} />
      ) : (
        <div className={`${styles.awaitedCode} appears-late`} aria-busy="true" />
      )}
    </section>
  )
}

async function copyLink(code: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}${memberScreens.teams.path}#codice=${code}`)
    showToast('done', teamTexts.linkCopied)
  } catch {
    showToast('failed', teamTexts.notCopied)
  }
}
