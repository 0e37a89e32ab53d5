import type { MessageFile } from '@covo/contract/files/message-files'
import { useId, useState } from 'react'
import { commonTexts } from '../../platform/common.texts.it.ts'
import { Button } from '../../ui/button.tsx'
import { formattingTexts } from '../chat.texts.it.ts'
import { useExpanded } from '../formatting/use-expanded.ts'
import { AnimationButton } from './animation-button.tsx'
import { pictureAddress } from './file-address.ts'
import { type OpenPicture, partOf } from './open-picture.ts'
import styles from './picture.module.css'
import { Placeholder } from './placeholder.tsx'
import { readingTexts } from './reading.texts.it.ts'
import { useAnimation } from './use-animation.ts'

/** A picture in its place in a message. Of a spoiler nothing is in the document until the reader reveals it. */
export function Picture({
  picture,
  place,
  count,
  path,
  onOpen,
}: {
  picture: MessageFile
  place: number
  count: number
  path: string
  onOpen: (picture: OpenPicture) => void
}) {
  const [isRevealed, setIsRevealed] = useExpanded(partOf(path, picture.id))
  const isShown = !picture.isSpoiler || isRevealed
  return (
    <div className={styles.cell}>
      {isShown && (
        <SmallPicture
          picture={picture}
          name={readingTexts.open(place, count, picture.alt)}
          onOpen={(opener) => onOpen({ row: path, id: picture.id, opener })}
        />
      )}
      {picture.isSpoiler && (
        <button
          type="button"
          className={styles.spoiler}
          aria-expanded={isRevealed}
          onClick={() => setIsRevealed(!isRevealed)}
        >
          {isRevealed ? formattingTexts.hideSpoiler : formattingTexts.showSpoiler}
        </button>
      )}
    </div>
  )
}

function SmallPicture({
  picture: { id, placeholder, movingMs },
  name,
  onOpen,
}: {
  picture: MessageFile
  name: string
  onOpen: (opener: HTMLElement) => void
}) {
  const failureId = useId()
  const pictureId = useId()
  const animation = useAnimation(id, movingMs ?? 0)
  const [status, setStatus] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [isRetried, setIsRetried] = useState(false)
  if (status === 'failed')
    return (
      <div className={styles.failed} data-failed>
        <p id={failureId}>{readingTexts.missing}</p>
        <Button
          size="small"
          aria-describedby={failureId}
          onClick={() => {
            setIsRetried(true)
            setStatus('loading')
          }}
        >
          {commonTexts.retry}
        </Button>
      </div>
    )
  return (
    <div className={styles.small}>
      <button
        type="button"
        id={pictureId}
        className={styles.picture}
        aria-label={name}
        // In place of the button that was pressed to see it.
        // biome-ignore lint/a11y/noAutofocus: the focus would be lost
        autoFocus={isRetried}
        onClick={({ currentTarget }) => onOpen(currentTarget)}
      >
        {status === 'loading' && placeholder && <Placeholder colours={placeholder} />}
        <img
          loading="lazy"
          decoding="async"
          src={pictureAddress(id, 'small')}
          alt=""
          draggable={false}
          onLoad={() => setStatus('shown')}
          onError={() => setStatus('failed')}
        />
        {animation.isMoving && (
          <img
            src={pictureAddress(id, 'moving')}
            alt=""
            draggable={false}
            onLoad={animation.begin}
            onError={() => setStatus('failed')}
          />
        )}
        {movingMs !== undefined && !animation.isMoving && (
          <span className={styles.mark}>{readingTexts.mark}</span>
        )}
      </button>
      {movingMs !== undefined && (
        <AnimationButton className={styles.play} animation={animation} pictureId={pictureId} />
      )}
    </div>
  )
}
