import { isRoomMarked } from '@covo/contract/chat/chat.fold'
import type { OwnRooms } from '@covo/contract/chat/chat.routes'
import {
  type ConversationKind,
  conversationKind,
  privateConversationId,
} from '@covo/contract/chat/chat.rules'
import type { Room } from '@covo/contract/rooms/rooms.routes'
import { textKey } from '@covo/contract/text'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { mentionsQuery, ownRoomsQuery, privateChatsQuery } from '../chat/chat.queries.ts'
import { eventRoomTexts } from '../chat/chat.texts.it.ts'
import { conversationPath } from '../chat/message-link.ts'
import { useRooms } from '../chat/rooms.queries.ts'
import { eventListQuery } from '../events/events.queries.ts'
import { friendListQuery } from '../friends/friends.queries.ts'
import { openChatErrors } from '../friends/friends.texts.it.ts'
import { accountQuery } from '../platform/account.ts'
import { call, describeError } from '../platform/api.ts'
import { isOffline } from '../platform/offline.ts'
import { memberScreens, menuScreens, privateChatPath } from '../screens.ts'
import { showToast } from '../ui/toast.tsx'
import { goToTexts } from './go-to.texts.it.ts'
import { shellTexts } from './shell.texts.it.ts'

/** Something to go to. */
export type Destination = { key: string; name: string; go: () => void }

/** Of each group. */
const maximumShown = 5

/**
 * The destinations with the query in their name, in groups: conversations, the rooms of events with something new before the
 * private ones and the other rooms of events after them; rooms by subject, own ones first, and own teams; friends without a
 * conversation, screens, events. For no query the first conversations, the rooms and teams with something new, and all screens, for
 * moderators 'Moderazione' too.
 *
 * @param settled the query after a pause in typing, which the server is asked for
 */
export function useDestinations(ownId: string, query: string, settled: string) {
  const navigate = useNavigate()
  const isModerator = useQuery(accountQuery).data?.isModerator ?? false
  const chats = useInfiniteQuery(privateChatsQuery).data?.pages.flatMap((page) => page.chats) ?? []
  const own = useQuery(ownRoomsQuery(ownId)).data?.rooms ?? []
  const rooms = useRooms().data?.rooms ?? []
  const forYou = useQuery(mentionsQuery).data?.byRoom ?? {}
  const friendList = useInfiniteQuery(friendListQuery(settled))
  const friends = friendList.data?.pages.flatMap((page) => page.people) ?? []
  const eventList = useInfiniteQuery({
    ...eventListQuery({ filter: 'all', search: settled, viewerId: ownId }),
    enabled: settled !== '',
  })
  const matches = (name: string) => textKey(name).includes(textKey(query))
  const go = (path: string, state?: object) => () => void navigate(path, { state })

  const toRoom = ({ conversationId, eventId, title }: OwnRooms['rooms'][number]): Destination => ({
    key: conversationId,
    name: eventId === null ? title : eventRoomTexts.title(title),
    go: go(conversationPath(conversationId)),
  })
  const now = Date.now()
  const ofKind = (kind: ConversationKind) =>
    own.filter(({ conversationId }) => conversationKind(conversationId) === kind)
  const [ofEvents, ofTeams, entered] = [ofKind('event'), ofKind('team'), ofKind('room')]
  const marked = new Set(own.filter((one) => isRoomMarked(one, now)).map((one) => one.conversationId))
  const isIn = (room: Room) => entered.some((one) => one.conversationId === room.conversationId)
  const hasNews = ({ conversationId }: Pick<Room, 'conversationId'>) =>
    marked.has(conversationId) || (forYou[conversationId] ?? 0) > 0

  async function openChat(uid: string) {
    const present = privateConversationId(ownId, uid)
    try {
      // Online, the server creates a missing one; offline, the last seen page is shown.
      if (!isOffline()) await call('POST /api/chat/private', { json: { uid } })
      await navigate(privateChatPath(present))
    } catch (error) {
      showToast('failed', describeError(error, openChatErrors))
    }
  }

  const listed = new Set(chats.map(({ partner }) => partner.uid))
  const groups: { name: string; destinations: Destination[] }[] = [
    {
      name: shellTexts.goToChats,
      destinations: [
        ...ofEvents.filter(hasNews).map(toRoom),
        ...chats.map(({ conversationId, partner }) => ({
          key: conversationId,
          name: partner.displayName,
          go: go(privateChatPath(conversationId)),
        })),
        ...ofEvents.filter((room) => !hasNews(room)).map(toRoom),
      ],
    },
    {
      name: goToTexts.rooms,
      destinations: rooms
        .filter((room) => query || hasNews(room))
        .toSorted((one, other) => Number(isIn(other)) - Number(isIn(one)))
        .map(({ conversationId, name }) => ({
          key: conversationId,
          name,
          go: go(conversationPath(conversationId)),
        })),
    },
    { name: goToTexts.teams, destinations: ofTeams.filter((team) => query || hasNews(team)).map(toRoom) },
    {
      name: shellTexts.goToFriends,
      destinations: (query ? friends : [])
        .filter(({ uid }) => !listed.has(uid))
        .map(({ uid, displayName }) => ({ key: uid, name: displayName, go: () => void openChat(uid) })),
    },
    {
      name: shellTexts.goToScreens,
      destinations: [
        ...menuScreens,
        ...(isModerator ? [{ name: shellTexts.moderation, path: memberScreens.moderation.path }] : []),
      ].map(({ name, path }) => ({ key: path.slice(1), name, go: go(path) })),
    },
    {
      name: shellTexts.goToEvents,
      destinations: (query ? (eventList.data?.pages ?? []) : [])
        .flatMap((page) => page.events)
        .map(({ id, title }) => ({
          key: id,
          name: title,
          go: go(memberScreens.events.path, { search: title }),
        })),
    },
  ]
  const found = groups
    .map(({ name, destinations }) => ({
      name,
      destinations: destinations
        .filter((one) => matches(one.name))
        .slice(0, name === shellTexts.goToScreens ? undefined : maximumShown),
    }))
    .filter(({ destinations }) => destinations.length > 0)
  return {
    found,
    hasRooms: rooms.length > 0,
    isSearching: query !== settled || friendList.isFetching || eventList.isFetching,
  }
}
