import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import type { MessageRow } from '../message-rows.ts'
import type { OpenPicture } from './open-picture.ts'
import { useBackToClose } from './use-back-to-close.ts'

const Lightbox = lazy(() => import('./lightbox.tsx').then((loaded) => ({ default: loaded.Lightbox })))

/** The picture that is seen as a whole, if any, and the ways to open and to close it. */
export function useOpenedPicture(): {
  picture: OpenPicture | null
  openPicture: (picture: OpenPicture) => void
  closePicture: () => void
} {
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const { begin, end } = useBackToClose(picture !== null, () => setPicture(null))
  return {
    picture,
    openPicture(opened) {
      begin()
      setPicture(opened)
    },
    closePicture: end,
  }
}

/** The dialog in which a picture is seen as a whole. */
export function OpenedPicture({
  picture,
  rows,
  onClose,
}: {
  picture: OpenPicture
  rows: readonly MessageRow[]
  onClose: () => void
}) {
  return (
    <ErrorBoundary instead={null}>
      <Suspense>
        <Lightbox
          picture={picture}
          files={rows.find(({ key }) => key === picture.row)?.files ?? []}
          onClose={onClose}
        />
      </Suspense>
    </ErrorBoundary>
  )
}
