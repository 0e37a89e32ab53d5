import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { resumeSending } from '../chat/conversation.ts'
import { keepQueries } from '../platform/keep-queries.ts'
import { connectLive } from '../platform/live.ts'
import { useIsOffline } from '../platform/offline.ts'
import { queryClient } from '../platform/query-client.ts'
import { ownProfileQuery } from '../profiles/profiles.queries.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { Splash } from '../ui/splash.tsx'
import { Strip } from '../ui/strip.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Header } from './header.tsx'
import { Menu } from './menu.tsx'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'
import { useLiveNews } from './use-live-news.ts'

/** The frame of the signed-in area. Its screens find the member's own document in it and never wait for it. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Mantine>
        <Frame />
        <Toasts />
      </Mantine>
    </QueryClientProvider>
  )
}

function Frame() {
  const profile = useQuery(ownProfileQuery)
  const uid = profile.data?.uid
  const isOffline = useIsOffline()
  useEffect(connectLive, [])
  useLiveNews()
  useEffect(() => {
    if (!uid) return
    resumeSending(uid)
    return keepQueries(queryClient, uid)
  }, [uid])

  if (profile.data)
    return (
      <div className={styles.shell}>
        <Header member={profile.data} />
        <Menu />
        {isOffline && (
          <div className={styles.offline}>
            <Strip kind="warn">{shellTexts.offline}</Strip>
          </div>
        )}
        <Suspense fallback={<main />}>
          <Outlet context={profile.data} />
        </Suspense>
      </div>
    )
  if (profile.isError && !profile.isFetching)
    return (
      <main className={styles.failure}>
        <h1 className="visually-hidden">{shellTexts.home}</h1>
        <EmptyState broken text={shellTexts.loadFailed}>
          <Button onClick={() => profile.refetch()}>{shellTexts.retry}</Button>
        </EmptyState>
      </main>
    )
  return <Splash text={shellTexts.loading} />
}
