import type { ClipboardEvent, DragEvent } from 'react'
import { showToast } from '../ui/toast.tsx'
import { chatTexts } from './chat.texts.it.ts'

function refuse(event: ClipboardEvent | DragEvent): void {
  event.preventDefault()
  showToast('info', chatTexts.onlyText)
}

/** Answers files over a conversation, which a browser would open in place of the page. A paste that has a text too is that text. */
export const refuseFiles = {
  onPaste(event: ClipboardEvent) {
    const { types } = event.clipboardData
    if (types.includes('Files') && !types.includes('text/plain')) refuse(event)
  },

  /** What isn't prevented here is dropped as if nothing listened. */
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },

  onDrop(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) refuse(event)
  },
}
