import type { MessageFile } from '@covo/contract/files/message-files'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconDownload, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { commonTexts } from '../../platform/common.texts.it.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formattingTexts } from '../chat.texts.it.ts'
import { useExpanded } from '../formatting/use-expanded.ts'
import { AnimationButton } from './animation-button.tsx'
import { fileAddress, pictureAddress } from './file-address.ts'
import styles from './lightbox.module.css'
import { type OpenPicture, partOf } from './open-picture.ts'
import { readingTexts } from './reading.texts.it.ts'
import { type Animation, useAnimation } from './use-animation.ts'
import { useZoom } from './use-zoom.ts'

/** The pictures of a message, one at a time, as large as the window. */
export function Lightbox({
  picture: { row, id, opener },
  files,
  onClose,
}: {
  picture: OpenPicture
  /** Of the message: none once that is removed. */
  files: readonly MessageFile[]
  onClose: () => void
}) {
  const pictures = files.filter(({ kind }) => kind === 'picture')
  const [shownId, setShownId] = useState(id)
  const place = pictures.findIndex((one) => one.id === shownId)
  const shown = pictures[place]
  const [last, setLast] = useState({ place, count: pictures.length })
  if (shown && (last.place !== place || last.count !== pictures.length))
    setLast({ place, count: pictures.length })
  const title = readingTexts.picture(last.place + 1, last.count)
  const [isRevealed, setIsRevealed] = useExpanded(partOf(row, shownId))
  const isHidden = shown?.isSpoiler === true && !isRevealed
  const { stage, scale, zoomTo, touch } = useZoom(shownId, shown !== undefined && !isHidden, go)

  const animation = useAnimation(shownId, shown?.movingMs ?? 0)

  /** What lies beside one that went away has its place now. */
  const next = pictures[shown ? place + 1 : last.place]
  const previous = pictures[last.place - 1]

  function show(other: MessageFile | undefined) {
    if (other) setShownId(other.id)
  }

  function go(step: 1 | -1) {
    show(step > 0 ? next : previous)
  }

  useReturnedFocus(opener)

  useWindowEvent('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // There these keys move what is seen of an enlarged picture.
    const isMoving = scale > 1 && event.target === stage.current
    const acts: Record<string, () => void> = {
      ...(isMoving
        ? {}
        : {
            ArrowLeft: () => show(previous),
            ArrowRight: () => show(next),
            Home: () => show(pictures[0]),
            End: () => show(pictures.at(-1)),
          }),
      '+': () => zoomTo(scale * 1.5),
      '=': () => zoomTo(scale * 1.5),
      '-': () => zoomTo(scale / 1.5),
      '0': () => zoomTo(1),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })

  return (
    <Dialog
      opened
      title={<span aria-live="polite">{title}</span>}
      closeLabel={readingTexts.close}
      className={styles.dialog}
      innerClassName={styles.inner}
      returnFocus={false}
      onClose={onClose}
    >
      <div
        ref={stage}
        className={styles.stage}
        data-enlarged={scale > 1}
        // Without it the keyboard could not move an enlarged picture.
        tabIndex={scale > 1 ? 0 : -1}
        {...touch}
      >
        {!shown && (
          <p role="alert" className={styles.missing}>
            {readingTexts.missing}
          </p>
        )}
        {shown && isHidden && (
          <button
            type="button"
            className={styles.spoiler}
            onClick={() => {
              setIsRevealed(true)
              stage.current?.focus()
            }}
          >
            {formattingTexts.showSpoiler}
          </button>
        )}
        {shown && !isHidden && (
          <LargePicture
            key={shown.id}
            picture={shown}
            name={shown.alt ?? title}
            scale={scale}
            animation={animation}
          />
        )}
      </div>
      {shown?.alt && !isHidden && (
        <p className={styles.description} dir="auto" aria-live="polite">
          {shown.alt}
        </p>
      )}
      <div className={styles.bar}>
        <IconButton
          aria-label={readingTexts.previous}
          title={readingTexts.previous}
          aria-disabled={!previous}
          onClick={() => show(previous)}
        >
          <IconChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton
          aria-label={readingTexts.next}
          title={readingTexts.next}
          aria-disabled={!next}
          onClick={() => show(next)}
        >
          <IconChevronRight aria-hidden="true" />
        </IconButton>
        <IconButton
          aria-label={scale > 1 ? readingTexts.reduce : readingTexts.enlarge}
          title={scale > 1 ? readingTexts.reduce : readingTexts.enlarge}
          aria-disabled={!shown || isHidden}
          onClick={() => zoomTo(scale > 1 ? 1 : 2)}
        >
          {scale > 1 ? <IconZoomOut aria-hidden="true" /> : <IconZoomIn aria-hidden="true" />}
        </IconButton>
        {shown?.movingMs !== undefined && !isHidden && <AnimationButton animation={animation} />}
        {shown && !isHidden && (
          <a className={styles.download} href={fileAddress(shown.id)} download>
            <IconDownload aria-hidden="true" />
            <span>{readingTexts.download}</span>
          </a>
        )}
      </div>
    </Dialog>
  )
}

/** What was pressed gets the focus back; scrolled away or removed, its message or the list. */
function useReturnedFocus(opener: HTMLElement) {
  const places = useRef([opener, opener.closest('article'), opener.closest<HTMLElement>('[role=log]')])
  useEffect(() => {
    const { current } = places
    return () => current.find((element) => element?.isConnected)?.focus({ preventScroll: true })
  }, [])
}

function LargePicture({
  picture: { id, width = 1, height = 1 },
  name,
  scale,
  animation,
}: {
  picture: MessageFile
  name: string
  scale: number
  animation: Animation
}) {
  const [status, setStatus] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (status === 'failed')
    return (
      <div role="alert" className={styles.missing}>
        <p>{readingTexts.missing}</p>
        <Button onClick={() => setStatus('loading')}>{commonTexts.retry}</Button>
      </div>
    )
  return (
    <div
      className={styles.picture}
      style={{
        width: `calc(${scale} * min(100cqw, ${width}px, 100cqh * ${width / height}))`,
        aspectRatio: `${width} / ${height}`,
      }}
    >
      {/* It is there already, and seen until the other is. */}
      {status === 'loading' && <img src={pictureAddress(id, 'small')} alt="" draggable={false} />}
      <img
        src={pictureAddress(id, 'large')}
        alt={name}
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
    </div>
  )
}
