import { encode } from 'uqr'
import { eventTexts } from './event.texts.it.ts'
import styles from './share-dialog.module.css'

/** Modules of white around the code (ISO/IEC 18004, 9.1). */
const quietZone = 4

/** A QR code that can be kept as a file. */
export function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const file = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  return (
    <div className={styles.code}>
      <svg
        role="img"
        aria-label={eventTexts.codeOf(text)}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path className={styles.light} d={`M0 0h${size}v${size}h-${size}z`} />
        <path className={styles.dark} d={path} />
      </svg>
      <a href={`data:image/svg+xml,${encodeURIComponent(file)}`} download="evento-qr.svg">
        {eventTexts.downloadCode}
      </a>
    </div>
  )
}
