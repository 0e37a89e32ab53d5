import { hiddenText } from '../chat/markup.text.ts'
import type { MessageFile } from './message-files.ts'

export type SummarizedFile = Pick<MessageFile, 'name' | 'kind' | 'isSpoiler'>

/** What one line says of a message's files where it has no text: nothing of what a spoiler hides. */
export function fileSummary(files: readonly SummarizedFile[]): string {
  const [first] = files
  if (!first) return ''
  if (files.every(({ isSpoiler }) => isSpoiler)) return hiddenText
  const arePictures = files.every(({ kind }) => kind === 'picture')
  if (files.length === 1) return arePictures ? 'Immagine' : `File: ${first.name}`
  return arePictures ? `${files.length} immagini` : `${files.length} file`
}

/** The same for who hears it: with the description of one picture. */
export function spokenFiles(files: readonly MessageFile[]): string {
  const [first] = files
  const alt = files.length === 1 && !first?.isSpoiler ? first?.alt : undefined
  return alt ? `${fileSummary(files)}: ${alt}` : fileSummary(files)
}
