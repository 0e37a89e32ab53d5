import { encode } from 'uqr'
import styles from './qr-picture.module.css'

/** Modules of white around the code (ISO/IEC 18004, 9.1). */
const quietZone = 4

/** A text as a QR code: its modules in a row, and the path of the dark ones. */
export function drawQrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}

/** A QR code, black on white in both colour schemes. */
export function QrPicture({ size, path, label }: { size: number; path: string; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path className={styles.light} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={styles.dark} d={path} />
    </svg>
  )
}
