import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { PlainDialog } from '../ui/plain-dialog.tsx'
import { eventTexts } from './event.texts.it.ts'
import styles from './share-dialog.module.css'

// Few look at it, and it is the largest part.
const QrCode = lazy(() => import('./qr-code.tsx').then((module) => ({ default: module.QrCode })))

/** An event's public address, to copy, to show as a QR code or to hand to another app; open as long as it is there. */
export function ShareDialog({
  title,
  address,
  onClose,
}: {
  title: string
  address: string
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLDivElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const [isCodeShown, setIsCodeShown] = useState(false)

  useEffect(() => dialog.current?.showModal(), [])

  async function copy() {
    setIsCopied(false)
    try {
      await navigator.clipboard.writeText(address)
      setIsCopied(true)
    } catch {
      // The browser refused, or the page comes over plain http, which has no clipboard.
      field.current?.querySelector('input')?.select()
    }
  }

  return (
    <PlainDialog dialog={dialog} title={eventTexts.shareDialog} close={eventTexts.close} onClose={onClose}>
      <div ref={field}>
        <TextField
          label={eventTexts.eventAddress}
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div className={styles.ways}>
        <Button variant="primary" onClick={() => void copy()}>
          {eventTexts.copyAddress}
        </Button>
        <Button aria-expanded={isCodeShown} onClick={() => setIsCodeShown(true)}>
          {eventTexts.showCode}
        </Button>
        {'share' in navigator && (
          <Button onClick={() => void navigator.share({ title, url: address }).catch(() => {})}>
            {eventTexts.otherApps}
          </Button>
        )}
      </div>
      <p role="status" className={styles.copied}>
        {isCopied && eventTexts.addressCopied}
      </p>
      {isCodeShown && (
        <Suspense fallback={<div className={styles.code} aria-busy="true" />}>
          <QrCode text={address} />
        </Suspense>
      )}
    </PlainDialog>
  )
}
