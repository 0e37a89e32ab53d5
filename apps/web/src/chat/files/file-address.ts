import type { PictureSize } from '@covo/contract/files/files.rules'

/** Where the bytes of a file are, to be saved. */
export function fileAddress(id: string): string {
  return `/api/files/${id}`
}

/** Where a picture is, to be shown. */
export function pictureAddress(id: string, size: PictureSize): string {
  return `${fileAddress(id)}/${size}`
}
