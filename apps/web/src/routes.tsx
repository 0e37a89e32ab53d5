import { type ComponentType, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { BrowserRouter, matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { type LazyScreen, lazyScreen } from './platform/lazy-screen.tsx'
import { prepareWhenIdle } from './platform/prepare-on-intent.ts'
import { safePath } from './platform/safe-path.ts'
import { isSignedIn, useSession } from './platform/session.ts'
import { memberScreens, menuScreens, openScreens, type Screen, visitorScreens } from './screens.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Splash } from './ui/splash.tsx'

const home = memberScreens.home.path
const { landing, login } = visitorScreens
/** As index.html has it. */
const starting = 'Avvio ...'

const Shell = lazyScreen(() => import('./shell/shell.tsx'))

const modules = import.meta.glob<Record<string, ComponentType>>('./*/*.screen.tsx')
const lazyScreens: Partial<Record<string, LazyScreen>> = Object.fromEntries(
  Object.entries(modules).map(([file, load]) => [file, lazyScreen(load)]),
)
const lazyScreenOf = ({ file }: Screen) => lazyScreens[`./${file}`]

/** Loads the screen of an address, redirects of the table below included. */
export async function prepare(path: string): Promise<void> {
  const isMember = isSignedIn()
  const own: Screen[] = Object.values(isMember ? memberScreens : visitorScreens)
  const asked = [...Object.values(openScreens), ...own].find((screen) => matchPath(screen.path, path))
  const shown = asked ?? (isMember ? memberScreens.home : matchPath('/app/*', path) ? login : landing)
  await Promise.all([lazyScreenOf(shown)?.load(), isMember && own.includes(shown) && Shell.load()])
}

/**
 * Every address and its screen. The router that the library calls declarative: half the size of the one that loads data,
 * which nothing here needs. It follows the address at once: in a transition of React's, a redirect could be lost between two
 * addresses on a busy machine.
 */
export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Splash text={starting} />}>
        <BrowserRouter useTransitions={false}>
          <Screens />
        </BrowserRouter>
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * The first of them is drawn in slices, so that a slow phone can answer a touch in between; inside the router, which would
 * otherwise miss an address that changes meanwhile.
 */
function Screens() {
  const isDrawn = useDeferredValue(true, false)
  if (!isDrawn) return <Splash text={starting} />
  return (
    <Routes>
      <Route element={<SignedOutOnly />}>{routesOf(visitorScreens)}</Route>
      {routesOf(openScreens)}
      <Route path="/app" element={<SignedInOnly />}>
        <Route element={<Shell />}>
          <Route index element={<Navigate to={home} replace />} />
          {routesOf(memberScreens)}
          <Route path="*" element={<Navigate to={home} replace />} />
        </Route>
      </Route>
      {/* '/' leads a signed-in visitor on to the home. */}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  )
}

function routesOf(screens: Record<string, Screen>) {
  return Object.values(screens).map((screen) => {
    const Lazy = lazyScreenOf(screen)
    return Lazy && <Route key={screen.path} path={screen.path} element={<Lazy />} />
  })
}

/** Screens for visitors; a sign-in there leads to the page that was opened before. */
function SignedOutOnly() {
  const { state } = useLocation() as { state: { askedPage?: unknown } | null }
  const session = useSession()
  const asked = safePath(state?.askedPage) ?? home
  const [isPrepared, setIsPrepared] = useState(session === 'in')

  // The form stays until there is more to show: else the whole window would begin again.
  useEffect(() => {
    if (session === 'in')
      void prepare(new URL(asked, location.origin).pathname).finally(() => setIsPrepared(true))
  }, [session, asked])

  if (session === 'in' && isPrepared) return <Navigate to={asked} replace />
  return <Outlet />
}

/** Screens for members; a visitor is asked to sign in first. */
function SignedInOnly() {
  const { pathname, search, hash } = useLocation()
  const session = useSession()
  const [sessionOnArrival] = useState(session)

  useEffect(() => {
    if (session === 'in')
      return prepareWhenIdle(
        prepare,
        menuScreens.map(({ path }) => path),
      )
  }, [session])

  if (session === 'in') return <Outlet />
  // The next member to sign in may be another one, and starts at the home.
  const state = sessionOnArrival === 'out' ? { askedPage: `${pathname}${search}${hash}` } : null
  return <Navigate to={login.path} replace state={state} />
}
