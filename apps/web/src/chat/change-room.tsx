import { useMediaQuery } from '@mantine/hooks'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { useMember } from '../platform/member.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { mentionsQuery } from './chat.queries.ts'
import { mentionTexts } from './chat.texts.it.ts'
import styles from './own-places.module.css'
import { ownPlacesTexts } from './own-places.texts.it.ts'
import { useOwnPlaces } from './use-own-places.ts'

const ChangeRoomDialog = lazy(() =>
  import('./change-room-dialog.tsx').then((module) => ({ default: module.ChangeRoomDialog })),
)

/** On a phone, the way from a room to the member's others; the column at the side has them in a wider window. */
export function ChangeRoom({ conversationId }: { conversationId: string }) {
  const isNarrow = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false })
  const groups = useOwnPlaces(useMember().uid)
  const mentions = useQuery({ ...mentionsQuery, enabled: groups !== null }).data
  const [isOpen, setIsOpen] = useState(false)
  const noteId = useId()
  if (!groups) return null
  const elsewhere = mentions ? mentions.total - (mentions.byRoom[conversationId] ?? 0) : 0
  return (
    <>
      {isNarrow && (
        <IconButton
          className={styles.change}
          aria-label={ownPlacesTexts.change}
          aria-describedby={elsewhere > 0 ? noteId : undefined}
          onClick={() => setIsOpen(true)}
        >
          <IconSwitchHorizontal aria-hidden="true" />
          {elsewhere > 0 && (
            <span className={styles.figure} aria-hidden="true">
              {elsewhere}
            </span>
          )}
        </IconButton>
      )}
      {isNarrow && elsewhere > 0 && (
        <p id={noteId} hidden>
          {mentionTexts.forYou(elsewhere)}
        </p>
      )}
      {isOpen && (
        <Suspense>
          <ChangeRoomDialog groups={groups} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
