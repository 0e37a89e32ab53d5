import { showToast } from '../ui/toast.tsx'
import { securityTexts } from './security.texts.it.ts'

/** Where the browser refuses, or the page comes over plain http, which has no clipboard, the text can be marked. */
export function copyText(text: string): void {
  Promise.resolve(navigator.clipboard?.writeText(text)).then(
    () => navigator.clipboard && showToast('done', securityTexts.copied),
    () => undefined,
  )
}
