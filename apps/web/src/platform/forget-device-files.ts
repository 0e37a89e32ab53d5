/** The browser's database of chosen files (`device-files.ts`). */
export const deviceFilesName = 'covo.files'

/** Removes the bytes of all chosen files from this device. */
export function forgetDeviceFiles(): void {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: a browser that refuses it has kept nothing
    indexedDB.deleteDatabase(deviceFilesName)
  } catch {
    // There is nothing to remove.
  }
}
