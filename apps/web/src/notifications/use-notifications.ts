import { countUpdates } from '@covo/contract/notifications/notifications.fold'
import type {
  EventNotification,
  NotificationPage,
  TeamNotification,
} from '@covo/contract/notifications/notifications.routes'
import { isQuiet } from '@covo/contract/notifications/notifications.rules'
import { teamLine } from '@covo/contract/notifications/team-line.it'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useMatch } from 'react-router'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { memberScreens } from '../screens.ts'
import { notificationsQuery, ownEventsQuery, useReadNotifications } from './notifications.queries.ts'
import { notificationTexts } from './notifications.texts.it.ts'
import { showEventToast } from './show-event-toast.ts'

/** Of an id. The length is enough here, where each byte is one of the first visit. */
const uuidLength = 36

/**
 * The number of unread notifications. Shows arriving ones as toasts, on every screen, and has those of an event or a team read on
 * its page and in its room.
 */
export function useNotifications(ownId: string): number {
  const enabled = useEnabledAfterFirstScreen()
  const [page] = useInfiniteQuery({ ...notificationsQuery, enabled }).data?.pages ?? []
  const unread = page?.unread ?? 0
  const onPage = useMatch(memberScreens.event.path)
  const inRoom = useMatch(memberScreens.eventRoom.path)
  const onTeam = useMatch(`${memberScreens.team.path}/*`)
  const teamId = onTeam?.params.teamId
  useToasts(page, inRoom?.params.eventId, teamId)
  useUpdates(ownId, page?.updates)
  const { mutate: read } = useReadNotifications()
  const eventId = (onPage ?? inRoom)?.params.eventId
  useEffect(() => {
    // The page of the calendar, and an address that is wrong, have no event's id there.
    if (eventId?.length === uuidLength && unread > 0) read({ eventId })
    if (teamId?.length === uuidLength && unread > 0) read({ teamId })
  }, [eventId, teamId, unread, read])
  return unread
}

/**
 * Shows lines about events and teams as toasts: an accepted request has a toast of its own, and quiet ones, security and moderation have none. Lines
 * from before the program was opened are in the list alone; a message of the room that is on the screen, and what happens in the team that
 * is, are seen there.
 *
 * @param roomOf the event of that room
 * @param teamId that team
 */
function useToasts(
  page: NotificationPage | undefined,
  roomOf: string | undefined,
  teamId: string | undefined,
): void {
  const shown = useRef<NotificationPage | null>(null)
  useEffect(() => {
    if (!page) return
    const before = shown.current
    shown.current = page
    if (!before) return
    const isSeen = (one: EventNotification | TeamNotification) =>
      'teamId' in one
        ? one.teamId === teamId
        : isQuiet(one.kind) || (one.sequence !== undefined && one.eventId === roomOf)
    const known = new Set(before.notifications.map(({ id }) => id))
    // A line that is older than a full page came there because another one is gone.
    const oldest = before.nextCursor === null ? '' : (before.notifications.at(-1)?.at ?? '')
    for (const one of page.notifications)
      if (
        ('eventId' in one || 'teamId' in one) &&
        !one.isRead &&
        !known.has(one.id) &&
        one.at > oldest &&
        !isSeen(one)
      )
        void showEventToast('teamId' in one ? teamLine(one) : notificationTexts.line(one))
  }, [page, roomOf, teamId])
}

/** Milliseconds over which the members of an event spread their requests for its news. */
const spread = 1500

/** Refetches the notifications when one of the member's events got an update, whose news names no members. */
function useUpdates(ownId: string, known: number | undefined): void {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...ownEventsQuery(ownId), enabled: useEnabledAfterFirstScreen() })
  const updates = data && countUpdates(data)
  useEffect(() => {
    if (updates === undefined || known === undefined || updates === known) return
    const { queryKey } = notificationsQuery
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey }), spread * Math.random())
    return () => clearTimeout(timer)
  }, [queryClient, updates, known])
}
