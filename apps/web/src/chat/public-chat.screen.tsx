import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { chatTexts } from './chat.texts.it.ts'
import { RoomScreen } from './room.tsx'
import { RoomHead } from './room-head.tsx'

/** The one room of the whole community. */
export function PublicChatScreen() {
  return (
    <RoomScreen
      conversationId={publicRoomId}
      name={chatTexts.room}
      title={chatTexts.title}
      route="chat-generale"
      lead={chatTexts.lead}
      around={(heading) => <RoomHead conversationId={publicRoomId} heading={heading} />}
    />
  )
}
