import { showToast } from '../ui/toast.tsx'
import { actionTexts } from './chat.texts.it.ts'

/** Copies a text, and shows `done` where the browser lets it. */
export async function copyText(text: string, done = actionTexts.textCopied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast('done', done)
  } catch {
    showToast('failed', actionTexts.notCopied)
  }
}
