import { Tabs } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { accountQuery } from '../platform/account.ts'
import { describeError } from '../platform/api.ts'
import { appealsQuery, reportsQuery, withFigure } from '../platform/moderation.ts'
import { memberScreens } from '../screens.ts'
import { SettingsSections } from '../settings/settings-sections.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import tabStyles from '../ui/tabs.module.css'
import { AppealsPanel } from './appeals-panel.tsx'
import { LogPanel } from './log-panel.tsx'
import styles from './moderation.module.css'
import { moderatorTexts, readingErrors } from './moderator.texts.it.ts'
import { ReportsPanel } from './reports-panel.tsx'

const classNames = { list: tabStyles.tabs ?? '', tab: tabStyles.tab ?? '' }

/** The moderators' screen, for decisions on reports; others are led to their home. */
export function ModerationScreen() {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  if (account && !account.isModerator) return <Navigate to={memberScreens.home.path} replace />
  return (
    <Screen title={moderatorTexts.title} route="moderazione">
      <SettingsSections />
      <div className={styles.column}>
        {account?.mayModerate && <Work />}
        {account?.mayModerate === false && (
          <EmptyState
            text={account.secondFactor ? moderatorTexts.signInAgain : moderatorTexts.secondFactorNeeded}
          >
            <ButtonLink variant="soft" to={memberScreens.security.path}>
              {moderatorTexts.toSecurity}
            </ButtonLink>
          </EmptyState>
        )}
        {!account && error && (
          <LoadFailure text={describeError(error, readingErrors)} isBusy={isFetching} onRetry={refetch} />
        )}
        {!account && !error && <div className={`${styles.awaited} appears-late`} aria-busy="true" />}
      </div>
    </Screen>
  )
}

function Work() {
  const [tab, setTab] = useState<string | null>('reports')
  const content = useRef<HTMLDivElement>(null)
  const reports = useInfiniteQuery(reportsQuery)
  const appeals = useInfiniteQuery(appealsQuery)

  /** Before the focused element goes away. */
  function keepFocus() {
    content.current?.focus({ preventScroll: true })
  }

  return (
    <Tabs unstyled classNames={classNames} keepMounted={false} value={tab} onChange={setTab}>
      <Tabs.List aria-label={moderatorTexts.title}>
        <Tabs.Tab value="reports">
          {withFigure(moderatorTexts.reports, reports.data?.pages[0]?.waiting)}
        </Tabs.Tab>
        <Tabs.Tab value="appeals">
          {withFigure(moderatorTexts.appeals, appeals.data?.pages[0]?.waiting)}
        </Tabs.Tab>
        <Tabs.Tab value="log">{moderatorTexts.log}</Tabs.Tab>
      </Tabs.List>
      <div ref={content} tabIndex={-1} className={styles.content}>
        <Tabs.Panel value="reports">
          <ReportsPanel keepFocus={keepFocus} />
        </Tabs.Panel>
        <Tabs.Panel value="appeals">
          <AppealsPanel keepFocus={keepFocus} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <LogPanel />
        </Tabs.Panel>
      </div>
    </Tabs>
  )
}
