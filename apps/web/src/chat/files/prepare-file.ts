import { maximumFileBytes } from '@covo/contract/files/files.rules'

/** Bytes of a picture that is made smaller before it leaves. */
export const maximumPictureBytes = 30 * 1024 * 1024
/** Pixels that a picture has afterwards, at most, and from which a photo is made smaller. */
const sentPixels = 2560 ** 2
/** From which any picture is made smaller, because the server would refuse it. */
const acceptedPixels = 4096 ** 2
/** Pixels of a side, which the server accepts. */
const acceptedSide = 8192
const quality = 0.85

/** Two digits a byte. */
const signatures: Record<PictureType, RegExp> = {
  jpeg: /^ffd8ff/,
  png: /^89504e470d0a1a0a/,
  webp: /^52494646.{8}57454250/,
  gif: /^474946383[79]61/,
}

export type PictureType = 'jpeg' | 'png' | 'webp' | 'gif'

/** What a file is by its first bytes; null: no picture that is shown. Rejects where it can't be read. */
export async function pictureTypeOf(file: Blob): Promise<PictureType | null> {
  const beginning = Array.from(new Uint8Array(await file.slice(0, 12).arrayBuffer()), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const types = Object.keys(signatures) as PictureType[]
  return types.find((type) => signatures[type].test(beginning)) ?? null
}

const hidingTypes = /^video\/|^image\/(?:hei[cf]|avif|tiff|x-)/
const hidingEndings = /\.(?:hei[cf]|avif|tiff?|dng|cr[23]|nef|arw|raf|orf|rw2|mov|mp4|m4v|avi|mkv|webm|3gp)$/i

/** Whether a file that goes as it is may be a photo or a video with hidden data, such as a place. */
export function mayHideData(name: string, type: string): boolean {
  return hidingTypes.test(type) || hidingEndings.test(name)
}

/**
 * The bytes of a picture as they are sent: smaller where it has too many for the server, or is a photo with more pixels than are shown. One
 * that the browser can't read is left to the server.
 */
export async function prepareFile(file: Blob, type: PictureType): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  try {
    const { width, height } = picture
    const pixels = width * height
    const isTooLarge =
      file.size > maximumFileBytes || pixels > acceptedPixels || Math.max(width, height) > acceptedSide
    if (!isTooLarge && !(type === 'jpeg' && pixels > sentPixels)) return file
    const scale = Math.min(1, Math.sqrt(sentPixels / pixels), acceptedSide / Math.max(width, height))
    return (await encode(draw(picture, scale), type === 'jpeg' ? 'image/jpeg' : 'image/webp')) ?? file
  } finally {
    picture.close()
  }
}

function draw(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(picture.width * scale))
  canvas.height = Math.max(1, Math.floor(picture.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  }
  return canvas
}

/** A browser that can't write a type writes PNG instead. */
function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
