import { publicRoomId } from '@covo/contract/chat/chat.rules'
import { foldText } from '@covo/contract/chat/search.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMember } from '../platform/member.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { mentionsQuery } from './chat.queries.ts'
import { chatTexts } from './chat.texts.it.ts'
import { OwnPlaceList } from './own-place-list.tsx'
import styles from './own-places.module.css'
import { ownPlacesTexts } from './own-places.texts.it.ts'
import type { PlaceGroup } from './own-places.ts'
import { roomsTexts } from './rooms.texts.it.ts'
import { useHasRoomNews } from './use-has-room-news.ts'

/** The member's rooms, with the public one first, in a sheet at the foot of the window. */
export function ChangeRoomDialog({
  groups,
  onClose,
}: {
  groups: readonly PlaceGroup[]
  onClose: () => void
}) {
  const ownId = useMember().uid
  const [text, setText] = useState('')
  const publicRoom = {
    conversationId: publicRoomId,
    name: chatTexts.title,
    isMarked: useHasRoomNews(ownId),
    isMuted: false,
    forYou: useQuery(mentionsQuery).data?.byRoom[publicRoomId] ?? 0,
  }
  const wanted = foldText(text).trim()
  const [first, ...others] = groups[0]?.heading === '' ? groups : [{ heading: '', places: [] }, ...groups]
  const found = [{ heading: '', places: [publicRoom, ...(first?.places ?? [])] }, ...others]
    .map(({ heading, places }) => ({
      heading,
      places: places.filter(({ name }) => foldText(name).includes(wanted)),
    }))
    .filter(({ places }) => places.length > 0)
  return (
    <Dialog
      opened
      title={ownPlacesTexts.name}
      closeLabel={ownPlacesTexts.close}
      className={styles.sheet}
      innerClassName={styles.foot}
      onClose={onClose}
    >
      <SearchBox label={ownPlacesTexts.search} text={text} onChange={setText} />
      <div className={styles.places}>
        {found.length === 0 && <p>{roomsTexts.noneFound}</p>}
        <OwnPlaceList groups={found} onGo={onClose} />
        {groups.length === 0 && <p>{ownPlacesTexts.none}</p>}
      </div>
    </Dialog>
  )
}
