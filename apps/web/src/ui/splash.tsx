import './splash.css'
import { Logo } from './logo.tsx'

/** The whole window while something is awaited; index.html holds the same markup for the time before any script. */
export function Splash({ text }: { text: string }) {
  return (
    <main className="splash">
      <Logo className="splash-mark" />
      <p className="splash-text" role="status">
        <span>{text}</span>
        <span className="cursor cursor-blinking" />
      </p>
    </main>
  )
}
