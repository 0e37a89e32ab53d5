import { IconShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { eventTexts } from './event.texts.it.ts'

// A visitor who reads an event doesn't wait for it.
const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
)

/** A button that opens the dialog with an event's public address. */
export function ShareEvent({ title, address }: { title: string; address: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        <IconShare aria-hidden="true" />
        {eventTexts.share}
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog title={title} address={address} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
