import { createContext, useEffect, useSyncExternalStore } from 'react'
import type { AttachmentsLoader } from './attachments-loader.ts'

/** The attachments of the conversation that is shown. */
export const AttachmentsContext = createContext<AttachmentsLoader | null>(null)

export function useAttachments(loader: AttachmentsLoader) {
  useEffect(() => loader.resume(), [loader])
  return useSyncExternalStore(loader.subscribe, loader.view)
}
