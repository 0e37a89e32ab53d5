import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { resumeSending } from '../chat/conversations.ts'
import { useAcceptedRequests } from '../friends/use-accepted-requests.tsx'
import { accountQuery } from '../platform/account.ts'
import { useIsConfirmationAsked } from '../platform/confirmation.ts'
import { ScreenEnd, useIsFirstScreenDrawn } from '../platform/first-screen.ts'
import { asksConfirmation } from '../platform/instance.ts'
import { keepQueries } from '../platform/keep-queries.ts'
import { connectLive } from '../platform/live.ts'
import { useIsOffline } from '../platform/offline.ts'
import { dataAge, queryClient } from '../platform/query-client.ts'
import { isSignedIn } from '../platform/session.ts'
import { followVisibleHeight } from '../platform/visible-height.ts'
import { ownProfileQuery } from '../profiles/profiles.queries.ts'
import { memberScreens, menuScreens } from '../screens.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { contentId, SkipLink } from '../ui/screen.tsx'
import { Splash } from '../ui/splash.tsx'
import { hideOutdated } from '../ui/toast.tsx'
import { ToastPlace } from '../ui/toast-place.tsx'
import { GoTo } from './go-to.tsx'
import { Header } from './header.tsx'
import { Menu } from './menu.tsx'
import styles from './shell.module.css'
import { shellTexts } from './shell.texts.it.ts'
import { useLiveNews } from './use-live-news.ts'
import { usePushes } from './use-pushes.ts'

const loadToasts = () => import('../ui/toasts.tsx').then((module) => module.Toasts)

// Few members see it.
const UnconfirmedAddress = lazy(() =>
  import('../settings/unconfirmed-address.tsx').then((module) => ({ default: module.UnconfirmedAddress })),
)

// Few operations need it.
const ConfirmationDialog = lazy(() =>
  import('../auth/confirmation-dialog.tsx').then((module) => ({ default: module.ConfirmationDialog })),
)

// As soon as the script is there: the frame is drawn with its member at once where the answer comes meanwhile.
if (isSignedIn()) void queryClient.prefetchQuery(ownProfileQuery)

/** The frame of the signed-in area. Its screens find the member's own document in it and never wait for it. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Mantine>
        <Frame />
        <Toasts />
        <Confirmation />
      </Mantine>
    </QueryClientProvider>
  )
}

function Toasts() {
  return <ToastPlace isNeeded={useIsFirstScreenDrawn()} load={loadToasts} />
}

/** Asks the member who they are, for the request that needs it. */
function Confirmation() {
  const isAsked = useIsConfirmationAsked()
  return <Suspense>{isAsked && <ConfirmationDialog />}</Suspense>
}

function Frame() {
  const profile = useQuery(ownProfileQuery)
  const account = useQuery({ ...accountQuery, enabled: asksConfirmation })
  // The line about the address would move the screen: the frame waits for the account, and for the line's script, which has no
  // boundary of its own.
  const isReady = !asksConfirmation || account.isFetched
  // In slices: header, menu and screen come at once with it, which would block a slow phone.
  const member = useDeferredValue(isReady ? profile.data : undefined)
  const uid = profile.data?.uid
  const isOffline = useIsOffline()
  const { pathname } = useLocation()
  const [isGoingTo, setIsGoingTo] = useState(false)
  useEffect(() => connectLive(dataAge), [])
  useEffect(followVisibleHeight, [])
  useEffect(() => hideOutdated(pathname), [pathname])
  useLiveNews()
  useAcceptedRequests(uid ?? '')
  usePushes()
  useEffect(() => {
    if (!uid) return
    resumeSending(uid)
    return keepQueries(queryClient, uid)
  }, [uid])

  if (member)
    return (
      <div className={styles.shell}>
        <SkipLink />
        <Header member={member} onGoTo={() => setIsGoingTo(true)} />
        <Menu ownId={member.uid} onGoTo={() => setIsGoingTo(true)} />
        <GoTo ownId={member.uid} isOpen={isGoingTo} setIsOpen={setIsGoingTo} />
        <div className={styles.notices}>
          {isOffline && <InlineAlert kind="warn">{shellTexts.offline}</InlineAlert>}
          {account.data?.awaitsConfirmation && <UnconfirmedAddress email={account.data.email} />}
        </div>
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Awaited />}>
            <Outlet context={member} />
            <ScreenEnd />
          </Suspense>
        </ErrorBoundary>
      </div>
    )
  if (profile.isError && !profile.isFetching)
    return (
      <main className={styles.failure}>
        <h1 className="visually-hidden">{memberScreens.home.name}</h1>
        <LoadFailure text={shellTexts.loadFailed} onRetry={profile.refetch} />
        <ScreenEnd />
      </main>
    )
  return <Splash text={shellTexts.loading} />
}

/** While a screen's script is awaited: its name in the menu, if it has one, and then something quiet. */
function Awaited() {
  const { pathname } = useLocation()
  const entry = menuScreens.find(({ path }) => path === pathname)
  return (
    <main id={contentId} tabIndex={-1} className={styles.awaited}>
      {entry && <h1>{entry.name}</h1>}
      <p className="appears-late" role="status">
        {shellTexts.loadingScreen}
        <span className="cursor cursor-blinking" />
      </p>
    </main>
  )
}
