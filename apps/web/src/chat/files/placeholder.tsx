import styles from './picture.module.css'

const side = 4

/** The colours of a picture that is on its way, 4 × 4, which the browser blurs. */
export function Placeholder({ colours }: { colours: string }) {
  return (
    <canvas
      ref={(canvas) => {
        if (canvas) draw(canvas, colours)
      }}
      className={styles.placeholder}
      width={side}
      height={side}
    />
  )
}

function draw(canvas: HTMLCanvasElement, colours: string): void {
  const context = canvas.getContext('2d')
  if (!context) return
  for (const [place, [colour]] of [...colours.matchAll(/[\da-f]{6}/gi)].entries()) {
    context.fillStyle = `#${colour}`
    context.fillRect(place % side, Math.floor(place / side), 1, 1)
  }
}
