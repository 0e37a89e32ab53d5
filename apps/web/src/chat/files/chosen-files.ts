import { attachTexts } from './files.texts.it.ts'

/** Files that were pasted, dropped or chosen, each with its name. */
export type ChosenFiles = { files: { file: File; name: string }[]; hasFolder: boolean }

export function filesOfList(list: Iterable<File>): ChosenFiles {
  return { files: [...list].map((file) => ({ file, name: file.name })), hasFolder: false }
}

/** Of a drop, which may hold folders. Asked while its event is handled. */
export function droppedFiles({ items }: DataTransfer): ChosenFiles {
  const chosen: ChosenFiles = { files: [], hasFolder: false }
  for (const item of items) {
    if (item.kind !== 'file') continue
    if (item.webkitGetAsEntry?.()?.isDirectory) {
      chosen.hasFolder = true
      continue
    }
    const file = item.getAsFile()
    if (file) chosen.files.push({ file, name: file.name })
  }
  return chosen
}

/** Of a paste: a picture has the time of day as its name, because the clipboard gives all of them one. */
export function pastedFiles({ files }: DataTransfer, now: Date): ChosenFiles {
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join('.')
  const chosen = [...files].map((file) => ({
    file,
    name: file.type === 'image/png' ? attachTexts.pastedPicture(time) : file.name,
  }))
  return { files: chosen, hasFolder: false }
}
