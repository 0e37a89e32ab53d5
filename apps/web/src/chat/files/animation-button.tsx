import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { readingTexts } from './reading.texts.it.ts'
import type { Animation } from './use-animation.ts'

/** Has a picture move, and ends that. */
export function AnimationButton({
  animation: { isMoving, toggle },
  className,
  pictureId,
}: {
  animation: Animation
  className?: string | undefined
  /** Of the element that names the picture. */
  pictureId?: string
}) {
  const name = isMoving ? readingTexts.stopMoving : readingTexts.move
  const Icon = isMoving ? IconPlayerStop : IconPlayerPlay
  return (
    <IconButton
      className={className}
      aria-label={name}
      aria-describedby={pictureId}
      title={name}
      onClick={toggle}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
