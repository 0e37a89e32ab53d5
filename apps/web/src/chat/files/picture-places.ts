import type { MessageFile } from '@covo/contract/files/message-files'
import type { CSSProperties } from 'react'

/** Pixels that pictures take at most; several share a place of that width, in rows of this height. */
const widest = 360
const highest = 320
/** Pixels that a finger needs. */
const smallest = 44
/** Where a button and a mark lie over it. */
const smallestMoving = 96
/** A longer side beyond so many times the other is cut; the whole picture is in the dialog. */
const steepest = 3

/** A picture that is hidden: its form would be a hint. */
const hidden = { width: 240, height: 160 }

type Form = Pick<MessageFile, 'width' | 'height' | 'movingMs'>

type Size = { width: number; height: number }

/**
 * The place of a message's pictures, in pixels, as it is known before a byte of them is there: two stand beside one another, the
 * first of three above the others, four as 2 and 2.
 * @param isHidden whether the first is a spoiler that is not revealed
 */
export function placeOf(pictures: readonly Form[], isHidden: boolean): Size {
  const [first] = pictures
  if (pictures.length === 1 && first) return isHidden ? hidden : placeOfOne(first)
  return { width: widest, height: pictures.length === 2 ? highest / 2 : highest }
}

/** The style of a place, of which the stylesheets know the form by `--form`. */
export function styleOf({ width, height }: Size): CSSProperties {
  return { width, '--form': `${width} / ${height}` } as CSSProperties
}

function placeOfOne({ width = 1, height = 1, movingMs }: Form): Size {
  const least = movingMs === undefined ? smallest : smallestMoving
  const [cutWidth, cutHeight] = [Math.min(width, steepest * height), Math.min(height, steepest * width)]
  const scale = Math.min(1, widest / cutWidth, highest / cutHeight)
  const within = (length: number) => Math.max(least, Math.round(length * scale))
  return { width: within(cutWidth), height: within(cutHeight) }
}
