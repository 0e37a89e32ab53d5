import { cleanName } from '../names.ts'
import { beginningOf, charactersOf, countBytes, countCharacters } from '../text.ts'

/** Bytes of a file at most. */
export const maximumFileBytes = 10 * 1024 * 1024

/** Bytes of each part of an upload but the last, which has the rest: a break of the connection costs one of them. */
export const partBytes = 256 * 1024

/** Of a message. */
export const maximumFiles = 4

/** Characters of the description of a picture. */
export const maximumAltLength = 300

/** Bytes of a text that may be shown with its message. */
export const maximumPreviewBytes = 64 * 1024

/** The word for the language of a text by the ending of the file's name, as after the fence of a code block; 'txt' without one. */
export function previewLanguage(name: string): string {
  return /\.([a-z\d+#]{1,20})$/i.exec(name)?.[1]?.toLowerCase() ?? 'txt'
}

/** How many parts an upload of so many bytes has. */
export function countParts(size: number): number {
  return Math.ceil(size / partBytes)
}

/** Bytes of part `number`, from 0, of an upload of `size` bytes. */
export function bytesOfPart(size: number, number: number): number {
  return Math.min(partBytes, size - number * partBytes)
}

/** A picture within 2560 × 2560 pixels, and within 640 × 640 and 30 kB; of some, an animation within 640 × 640. */
export const pictureSizes = ['large', 'small', 'moving'] as const

export type PictureSize = (typeof pictureSizes)[number]

const maximumNameLength = 120
const maximumNameBytes = 200
/** Characters of an ending that is kept where a name is shortened, its dot included. */
const maximumEndingLength = 20

/** Names that Windows takes for a device, whatever ending follows. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/**
 * The name of a file as it is stored and shown: one line of letters that are seen, composed (NFC), which every file system takes.
 * A longer one keeps its ending.
 */
export function cleanFileName(typed: string): string {
  const seen = trimDots(cleanName(typed.normalize('NFC')).replaceAll(/[/\\:*?"<>|]/g, '_'))
  const name = seen.replace(deviceName, '_$&')
  return shortenedName(name) || 'file'
}

/** Windows drops dots and blanks at the end of a name, and one at the beginning hides a file elsewhere. */
function trimDots(name: string): string {
  return name.replaceAll(/^[. ]+|[. ]+$/g, '')
}

function shortenedName(name: string): string {
  const isShort = (text: string) =>
    countCharacters(text) <= maximumNameLength && countBytes(text) <= maximumNameBytes
  if (isShort(name)) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  const kept =
    countCharacters(ending) <= maximumEndingLength && countBytes(ending) < maximumNameBytes / 2 ? ending : ''
  let beginning = ''
  for (const { segment } of charactersOf(
    beginningOf(name.slice(0, name.length - kept.length), maximumNameLength),
  )) {
    if (!isShort(beginning + segment + kept)) break
    beginning += segment
  }
  return trimDots(beginning) + kept
}
