import { providerPopupPath } from '@covo/contract/auth/auth.rules'
import { type ReactNode, useState } from 'react'
import { createBrowserRouter, Navigate, Outlet, type RouteObject, useLocation } from 'react-router'
import { commonTexts } from './platform/common.texts.it.ts'
import { safePath } from './platform/safe-path.ts'
import { useSession } from './platform/session.ts'
import { Button } from './ui/button.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Splash } from './ui/splash.tsx'

const home = '/app/home'

const routes: RouteObject[] = [
  {
    HydrateFallback: () => <Splash text="Avvio ..." />,
    ErrorBoundary: BrokenPage,
    children: [
      {
        Component: SignedOutOnly,
        children: [
          { path: '/', lazy: () => import('./landing/landing.screen.tsx').then(screen('LandingScreen')) },
          { path: '/Login', lazy: () => import('./auth/login.screen.tsx').then(screen('LoginScreen')) },
          {
            path: '/Register',
            lazy: () => import('./auth/register.screen.tsx').then(screen('RegisterScreen')),
          },
        ],
      },
      {
        path: '/reset-password',
        lazy: () => import('./auth/reset-password.screen.tsx').then(screen('ResetPasswordScreen')),
      },
      {
        path: providerPopupPath,
        lazy: () => import('./auth/provider-popup.screen.tsx').then(screen('ProviderPopupScreen')),
      },
      {
        path: '/app',
        Component: SignedInOnly,
        children: [
          {
            lazy: () => import('./shell/shell.tsx').then(screen('Shell')),
            children: [
              { index: true, element: <Navigate to={home} replace /> },
              { path: 'home', lazy: () => import('./home/home.screen.tsx').then(screen('HomeScreen')) },
              {
                path: 'profilo',
                lazy: () => import('./profiles/profile.screen.tsx').then(screen('ProfileScreen')),
              },
              {
                path: 'eventi',
                lazy: () => import('./events/events.screen.tsx').then(screen('EventsScreen')),
              },
              {
                path: 'chat-generale',
                lazy: () => import('./chat/public-chat.screen.tsx').then(screen('PublicChatScreen')),
              },
              {
                path: 'amici',
                lazy: () => import('./friends/friends.screen.tsx').then(screen('FriendsScreen')),
              },
              {
                path: 'impostazioni',
                lazy: () => import('./settings/settings.screen.tsx').then(screen('SettingsScreen')),
              },
              {
                path: 'chat/:chatId',
                lazy: () => import('./chat/private-chat.screen.tsx').then(screen('PrivateChatScreen')),
              },
              { path: '*', element: <Navigate to={home} replace /> },
            ],
          },
        ],
      },
      // '/' leads a signed-in visitor on to the home.
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
]

export function createRouter() {
  return createBrowserRouter(routes)
}

function screen<Name extends string>(name: Name) {
  return (module: Record<Name, () => ReactNode>) => ({ Component: module[name] })
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
