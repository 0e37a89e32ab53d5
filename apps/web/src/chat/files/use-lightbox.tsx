import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import type { MessageRow } from '../message-rows.ts'
import type { OpenPicture } from './open-picture.ts'
import { useBackToClose } from './use-back-to-close.ts'

const Lightbox = lazy(() => import('./lightbox.tsx').then((loaded) => ({ default: loaded.Lightbox })))

/** The dialog in which a picture is seen as a whole, and the way to open it. */
export function useLightbox(rows: readonly MessageRow[]): {
  openPicture: (picture: OpenPicture) => void
  lightbox: ReactNode
} {
  const [picture, setPicture] = useState<OpenPicture | null>(null)
  const { begin, end } = useBackToClose(picture !== null, () => setPicture(null))
  return {
    openPicture(opened) {
      begin()
      setPicture(opened)
    },
    lightbox: picture && (
      <ErrorBoundary key={picture.id} instead={null}>
        <Suspense>
          <Lightbox
            picture={picture}
            files={rows.find(({ key }) => key === picture.row)?.files ?? []}
            onClose={end}
          />
        </Suspense>
      </ErrorBoundary>
    ),
  }
}
