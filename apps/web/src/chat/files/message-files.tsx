import type { MessageFile } from '@covo/contract/files/message-files'
import { lazy, Suspense } from 'react'
import { Contained } from '../../ui/error-boundary.tsx'
import styles from './message-files.module.css'
import type { OpenPicture } from './open-picture.ts'
import { placeOf, styleOf } from './picture-places.ts'

const ShownFiles = lazy(() => import('./shown-files.tsx').then((loaded) => ({ default: loaded.ShownFiles })))

export type FilesProps = {
  files: readonly MessageFile[]
  /** Names the message among all of the page. */
  path: string
  onOpen: (picture: OpenPicture) => void
}

/** The files of a message, whose code comes with the first of them. Until then they have the room that they will take. */
export function MessageFiles(props: FilesProps) {
  return (
    <div className={styles.files} data-files>
      <Contained>
        <Suspense fallback={<Room files={props.files} />}>
          <ShownFiles {...props} />
        </Suspense>
      </Contained>
    </div>
  )
}

function Room({ files }: Pick<FilesProps, 'files'>) {
  const pictures = files.filter(({ kind }) => kind === 'picture')
  return (
    <>
      {pictures.length > 0 && (
        <div
          className={styles.pictures}
          style={styleOf(placeOf(pictures, pictures[0]?.isSpoiler === true))}
        />
      )}
      {files.map(
        ({ id, kind, preview }) =>
          kind === 'file' && <div key={id} className={styles.row} data-readable={preview !== undefined} />,
      )}
    </>
  )
}
