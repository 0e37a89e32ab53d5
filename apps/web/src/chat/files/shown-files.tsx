import type { MessageFile } from '@covo/contract/files/message-files'
import { useExpanded } from '../formatting/use-expanded.ts'
import { FileRow } from './file-row.tsx'
import type { FilesProps } from './message-files.tsx'
import { type OpenPicture, partOf } from './open-picture.ts'
import { Picture } from './picture.tsx'
import { placeOf, styleOf } from './picture-places.ts'
import styles from './shown-files.module.css'

/** The pictures of a message, and its other files as rows. */
export function ShownFiles({ files, path, onOpen }: FilesProps) {
  const pictures = files.filter(({ kind }) => kind === 'picture')
  return (
    <>
      {pictures.length > 0 && <Pictures pictures={pictures} path={path} onOpen={onOpen} />}
      {files.map((file) => file.kind === 'file' && <FileRow key={file.id} file={file} path={path} />)}
    </>
  )
}

function Pictures({
  pictures,
  path,
  onOpen,
}: {
  pictures: readonly MessageFile[]
  path: string
  onOpen: (picture: OpenPicture) => void
}) {
  const [first] = pictures
  const [isRevealed] = useExpanded(partOf(path, first?.id ?? ''))
  const place = placeOf(pictures, first?.isSpoiler === true && !isRevealed)
  return (
    <div className={pictures.length === 1 ? styles.one : styles.several} style={styleOf(place)}>
      {pictures.map((picture, index) => (
        <Picture
          key={picture.id}
          picture={picture}
          place={index + 1}
          count={pictures.length}
          path={path}
          onOpen={onOpen}
        />
      ))}
    </div>
  )
}
