import { isReadByAll } from '@covo/contract/chat/chat.rules'
import { mentionsQuery, unreadQuery } from '../chat/chat.queries.ts'
import { notificationsQuery } from '../notifications/notifications.queries.ts'
import { findSubscription, renewSubscription } from '../platform/push.ts'
import { queryClient } from '../platform/query-client.ts'
import { safePath } from '../platform/safe-path.ts'
import { subscribeToSession } from '../platform/session.ts'
import { teamPath } from '../screens.ts'

/** The lists with unread entries. */
const lists = [unreadQuery, mentionsQuery, notificationsQuery].map(({ queryKey }) => JSON.stringify(queryKey))

/**
 * Opens the page that a pressed notification leads to, closes the notifications that are read, here or elsewhere, renews the
 * subscription, and ends it with the session. Until the returned function is called.
 */
export function followPushes(open: (path: string) => void): () => void {
  void renewSubscription().catch(() => {})
  void closeRead()
  const onMessage = ({ data }: MessageEvent<{ open?: unknown }>) => {
    const path = safePath(data.open)
    if (path) open(path)
  }
  const onSight = () => void closeRead()
  navigator.serviceWorker.addEventListener('message', onMessage)
  document.addEventListener('visibilitychange', onSight)
  const stops = [
    queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && lists.includes(JSON.stringify(query.queryKey))) void closeRead()
    }),
    subscribeToSession((session) => {
      if (session === 'out') void forgetDevice()
    }),
  ]
  return () => {
    navigator.serviceWorker.removeEventListener('message', onMessage)
    document.removeEventListener('visibilitychange', onSight)
    for (const stop of stops) stop()
  }
}

/** The session has ended, and with it the server's subscription of this device. */
async function forgetDevice(): Promise<void> {
  for (const shown of await findShown()) shown.close()
  await (await findSubscription())?.unsubscribe()
}

/** A push whose list is not loaded stays. */
async function closeRead(): Promise<void> {
  const chats = queryClient.getQueryData(unreadQuery.queryKey)
  const mentions = queryClient.getQueryData(mentionsQuery.queryKey)
  const lines = queryClient
    .getQueryData(notificationsQuery.queryKey)
    ?.pages.flatMap((page) => page.notifications)
  for (const shown of await findShown()) {
    const { path, about } = shown.data as { path: string; about: string }
    const isRead = path.startsWith('/app/chat/')
      ? chats &&
        chats.total === chats.chats.length &&
        !chats.chats.some((chat) => chat.conversationId === about)
      : isReadByAll(about)
        ? mentions && !mentions.byRoom[about]
        : path.startsWith('/app/eventi/')
          ? lines && !lines.some((line) => 'eventId' in line && line.eventId === about && !line.isRead)
          : path === teamPath(about)
            ? lines && !lines.some((line) => 'teamId' in line && line.teamId === about && !line.isRead)
            : document.visibilityState === 'visible'
    if (isRead) shown.close()
  }
}

async function findShown(): Promise<Notification[]> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.getNotifications()) ?? []
}
