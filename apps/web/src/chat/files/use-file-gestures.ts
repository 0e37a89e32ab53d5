import { type ClipboardEvent, type DragEvent, useEffect, useState } from 'react'
import { type ChosenFiles, droppedFiles, pastedFiles } from './chosen-files.ts'

const hasFiles = (types: readonly string[]) => types.includes('Files')

/** Files that are pasted into a conversation or dropped on it. A paste that has a text too is that text. */
export function useFileGestures(onFiles: ((chosen: ChosenFiles) => void) | null) {
  const [isOver, setIsOver] = useState(false)

  // Beside the conversation the browser would open a dropped file in place of the page.
  useEffect(() => {
    const prevent = (event: globalThis.DragEvent) => {
      if (hasFiles(event.dataTransfer?.types ?? [])) event.preventDefault()
    }
    addEventListener('dragover', prevent)
    addEventListener('drop', prevent)
    return () => {
      removeEventListener('dragover', prevent)
      removeEventListener('drop', prevent)
    }
  }, [])

  const gestures = {
    onPaste(event: ClipboardEvent) {
      const { types } = event.clipboardData
      if (!hasFiles(types) || types.includes('text/plain')) return
      event.preventDefault()
      const chosen = pastedFiles(event.clipboardData, new Date())
      if (chosen.files.length > 0) onFiles?.(chosen)
    },

    onDragOver(event: DragEvent) {
      if (!hasFiles(event.dataTransfer.types)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = onFiles ? 'copy' : 'none'
      setIsOver(onFiles !== null)
    },

    onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
      if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
    },

    onDrop(event: DragEvent) {
      setIsOver(false)
      if (!hasFiles(event.dataTransfer.types)) return
      event.preventDefault()
      onFiles?.(droppedFiles(event.dataTransfer))
    },
  }
  return { isOver, gestures }
}
