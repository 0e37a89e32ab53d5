/** A picture that is to be seen as a whole: the key of its message's row, its own id, and what was pressed. */
export type OpenPicture = { row: string; id: string; opener: HTMLElement }

/** The name of a picture as a part of a message. */
export function partOf(path: string, id: string): string {
  return `${path}/file/${id}`
}
