import { drawQrCode, QrPicture } from '../ui/qr-picture.tsx'
import { eventTexts } from './event.texts.it.ts'
import styles from './share-dialog.module.css'

/** A QR code that can be kept as a file. */
export function QrCode({ text }: { text: string }) {
  const { size, path } = drawQrCode(text)
  const file = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  return (
    <div className={styles.code}>
      <QrPicture size={size} path={path} label={eventTexts.codeOf(text)} />
      <a href={`data:image/svg+xml,${encodeURIComponent(file)}`} download="evento-qr.svg">
        {eventTexts.downloadCode}
      </a>
    </div>
  )
}
