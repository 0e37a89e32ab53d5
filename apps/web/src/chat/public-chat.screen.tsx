import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { useEnabledAfterFirstScreen } from '../platform/first-screen.ts'
import { memberScreens } from '../screens.ts'
import { ButtonLink } from '../ui/button.tsx'
import { chatTexts } from './chat.texts.it.ts'
import { RoomScreen } from './room.tsx'
import styles from './rooms.module.css'
import { useRooms } from './rooms.queries.ts'
import { roomsTexts } from './rooms.texts.it.ts'

/** The one room of the whole community, with the way to those by subject where there are any. */
export function PublicChatScreen() {
  const rooms = useRooms(useEnabledAfterFirstScreen()).data?.rooms ?? []
  return (
    <RoomScreen
      conversationId={publicRoomId}
      name={chatTexts.room}
      title={chatTexts.title}
      route="chat-generale"
      lead={chatTexts.lead}
      {...(rooms.length > 0 && {
        around: (heading) => (
          <div className={styles.head}>
            <div>{heading}</div>
            <ButtonLink size="small" variant="quiet" to={memberScreens.rooms.path}>
              {roomsTexts.all}
            </ButtonLink>
          </div>
        ),
      })}
    />
  )
}
