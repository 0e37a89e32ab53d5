import { providerPopupPath } from '@covo/contract/auth/auth.rules'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { commonTexts } from './platform/common.texts.it.ts'
import { safePath } from './platform/safe-path.ts'
import { useSession } from './platform/session.ts'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { Splash } from './ui/splash.tsx'

const home = '/app/home'

const LandingScreen = screen('LandingScreen', () => import('./landing/landing.screen.tsx'))
const LoginScreen = screen('LoginScreen', () => import('./auth/login.screen.tsx'))
const RegisterScreen = screen('RegisterScreen', () => import('./auth/register.screen.tsx'))
const ResetPasswordScreen = screen('ResetPasswordScreen', () => import('./auth/reset-password.screen.tsx'))
const ProviderPopupScreen = screen('ProviderPopupScreen', () => import('./auth/provider-popup.screen.tsx'))
const Shell = screen('Shell', () => import('./shell/shell.tsx'))
const HomeScreen = screen('HomeScreen', () => import('./home/home.screen.tsx'))
const ProfileScreen = screen('ProfileScreen', () => import('./profiles/profile.screen.tsx'))
const EventsScreen = screen('EventsScreen', () => import('./events/events.screen.tsx'))
const PublicChatScreen = screen('PublicChatScreen', () => import('./chat/public-chat.screen.tsx'))
const FriendsScreen = screen('FriendsScreen', () => import('./friends/friends.screen.tsx'))
const SettingsScreen = screen('SettingsScreen', () => import('./settings/settings.screen.tsx'))
const PrivateChatScreen = screen('PrivateChatScreen', () => import('./chat/private-chat.screen.tsx'))

/**
 * Every address and its screen. The router that the library calls declarative: half the size of the one that loads data,
 * which nothing here needs. It follows the address at once: in a transition of React's, a redirect could be lost between two
 * addresses on a busy machine.
 */
export function App() {
  return (
    <ErrorBoundary fallback={<BrokenPage />}>
      <Suspense fallback={<Splash text="Avvio ..." />}>
        <BrowserRouter useTransitions={false}>
          <Routes>
            <Route element={<SignedOutOnly />}>
              <Route path="/" element={<LandingScreen />} />
              <Route path="/Login" element={<LoginScreen />} />
              <Route path="/Register" element={<RegisterScreen />} />
            </Route>
            <Route path="/reset-password" element={<ResetPasswordScreen />} />
            <Route path={providerPopupPath} element={<ProviderPopupScreen />} />
            <Route path="/app" element={<SignedInOnly />}>
              <Route element={<Shell />}>
                <Route index element={<Navigate to={home} replace />} />
                <Route path="home" element={<HomeScreen />} />
                <Route path="profilo" element={<ProfileScreen />} />
                <Route path="eventi" element={<EventsScreen />} />
                <Route path="chat-generale" element={<PublicChatScreen />} />
                <Route path="amici" element={<FriendsScreen />} />
                <Route path="impostazioni" element={<SettingsScreen />} />
                <Route path="chat/:chatId" element={<PrivateChatScreen />} />
                <Route path="*" element={<Navigate to={home} replace />} />
              </Route>
            </Route>
            {/* '/' leads a signed-in visitor on to the home. */}
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </BrowserRouter>
      </Suspense>
    </ErrorBoundary>
  )
}

/** A screen whose script is loaded when it is shown. */
function screen<Name extends string>(name: Name, load: () => Promise<Record<Name, () => ReactNode>>) {
  return lazy(() => load().then((module) => ({ default: module[name] })))
}

/** Screens for visitors; whoever signs in there goes to the page that was asked for before. */
function SignedOutOnly() {
  const { state } = useLocation() as { state: { askedPage?: unknown } | null }
  if (useSession() === 'in') return <Navigate to={safePath(state?.askedPage) ?? home} replace />
  return <Outlet />
}

/** Screens for members; a visitor is asked to sign in first. */
function SignedInOnly() {
  const { pathname, search, hash } = useLocation()
  const session = useSession()
  const [sessionOnArrival] = useState(session)
  if (session === 'in') return <Outlet />
  // Whoever signs in after a logout may be somebody else, and starts at the home.
  const state = sessionOnArrival === 'out' ? { askedPage: `${pathname}${search}${hash}` } : null
  return <Navigate to="/Login" replace state={state} />
}

/** A screen failed, or its script is gone because a newer version was installed: loading the page again helps. */
function BrokenPage() {
  return (
    <main>
      <h1 className="visually-hidden">Errore</h1>
      <EmptyState broken text={commonTexts.failed}>
        <Button onClick={() => location.reload()}>{commonTexts.retry}</Button>
      </EmptyState>
    </main>
  )
}
