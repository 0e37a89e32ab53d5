import type { ReactNode } from 'react'
import { describeError } from '../platform/api.ts'
import { memberScreens } from '../screens.ts'
import { BackLink } from '../ui/back-link.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import styles from './team.module.css'
import { teamErrors, teamsTexts, teamTexts } from './teams.texts.it.ts'

/** A screen about a team that is loading, or failed to load. */
export function TeamAwaited({
  title,
  back,
  query: { error, isFetching, refetch },
}: {
  title: string
  back: ReactNode
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown }
}) {
  return (
    <Screen title={title} back={back}>
      {error ? (
        <LoadFailure text={describeError(error, teamErrors)} isBusy={isFetching} onRetry={refetch} />
      ) : (
        <div className={`${styles.awaited} appears-late`} aria-busy="true" />
      )}
    </Screen>
  )
}

/** In the place of a team that is not there for the member. */
export function TeamNotFound() {
  return <Screen title={teamTexts.notFound} back={<BackToTeams />} />
}

export function BackToTeams() {
  return <BackLink to={memberScreens.teams.path}>{teamsTexts.title}</BackLink>
}
