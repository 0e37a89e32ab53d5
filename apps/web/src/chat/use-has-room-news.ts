import { roomHeadTopic } from '@covo/contract/chat/chat.news'
import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { subscribeToNotes } from '../platform/last-seen.ts'
import { live } from '../platform/live.ts'
import { readPosition } from './read-position.ts'

/** Whether the public room goes further than the member has read on this device; without a read there, nothing is unread. */
export function useHasRoomNews(ownId: string): boolean {
  const [head, setHead] = useState(0)
  useEffect(() => live.watchTopic(roomHeadTopic, ({ head }) => setHead(head)), [])
  const position = useSyncExternalStore(subscribeToNotes, () => readPosition(publicRoomId, ownId))
  return position !== null && head > position
}
