import { minimumPhotoSide } from '@covo/contract/profiles/photo.rules'

export type Size = { width: number; height: number }

/** The square of a picture that becomes the photo: how much larger than its largest one, and where, from 0 (left, top) to 1. */
export type Crop = { zoom: number; x: number; y: number }

export const startCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }

const largestZoom = 4

/** The largest zoom at which the square has as many pixels as a photo needs. */
export function maximumZoom({ width, height }: Size): number {
  return Math.max(1, Math.min(largestZoom, Math.min(width, height) / minimumPhotoSide))
}

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom
  return { side, left: (width - side) * x, top: (height - side) * y }
}

/** Pixels of the picture by which the square can be moved. */
export function roomOf({ width, height }: Size, { zoom }: Crop) {
  const side = Math.min(width, height) / zoom
  return { x: width - side, y: height - side }
}

/** The crop after the picture was dragged below its frame, by parts of the frame's side. */
export function drag(size: Size, crop: Crop, right: number, down: number): Crop {
  const [{ side }, room] = [squareOf(size, crop), roomOf(size, crop)]
  const moved = (place: number, by: number, pixels: number) =>
    pixels > 0 ? Math.min(1, Math.max(0, place - (by * side) / pixels)) : place
  return { ...crop, x: moved(crop.x, right, room.x), y: moved(crop.y, down, room.y) }
}
