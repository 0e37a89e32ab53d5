import { maximumPhotoBytes, minimumPhotoSide, photoTypes } from '@covo/contract/profiles/photo.rules'
import { type Crop, squareOf } from './photo-crop.ts'

/** Bytes of a chosen file; the sent picture is much smaller. */
const maximumFileBytes = 20 * 1024 * 1024
/** Pixels of a side of the sent picture. */
const sentSide = 1024

export type PictureProblem = 'unreadable' | 'too_heavy' | 'too_small'

/** The picture of a file, turned as its camera says; or its problem. */
export async function readPicture(file: File): Promise<ImageBitmap | PictureProblem> {
  if (file.size > maximumFileBytes) return 'too_heavy'
  if (!photoTypes.some((type) => type === file.type)) return 'unreadable'
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return 'unreadable'
  if (Math.min(picture.width, picture.height) >= minimumPhotoSide) return picture
  picture.close()
  return 'too_small'
}

/** Draws the square that the crop leaves, over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { side, left, top } = squareOf(picture, crop)
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The cropped picture as it is sent: WebP, or JPEG by browsers that don't write WebP, as good as a request's bytes allow. */
export async function encodeCrop(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const side = Math.max(minimumPhotoSide, Math.min(sentSide, Math.round(squareOf(picture, crop).side)))
  canvas.width = side
  canvas.height = side
  drawCrop(canvas, picture, crop)
  for (const quality of [0.9, 0.75, 0.5]) {
    const blob = await encode(canvas, 'image/webp', quality)
    // Another type stands for one that the browser can't write; behind transparent parts JPEG would be black.
    const sent = blob?.type === 'image/webp' ? blob : await encode(onWhite(canvas), 'image/jpeg', quality)
    if (sent && sent.size <= maximumPhotoBytes) return sent
  }
  throw new Error('the browser can not write the picture')
}

function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}

function onWhite(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const context = canvas.getContext('2d')
  if (context) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return canvas
}
