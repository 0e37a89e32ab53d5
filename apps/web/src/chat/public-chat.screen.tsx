import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { chatTexts } from './chat.texts.it.ts'
import { RoomScreen } from './room.tsx'

/** The one room of the whole community. */
export function PublicChatScreen() {
  return (
    <RoomScreen
      conversationId={publicRoomId}
      name={chatTexts.room}
      title={chatTexts.title}
      route="chat-generale"
      lead={chatTexts.lead}
    />
  )
}
