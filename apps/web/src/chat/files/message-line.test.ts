import type { MessageFile } from '@covo/contract/files/message-files'
import { expect, it } from 'vitest'
import { messageLine, spokenMessage } from './message-line.ts'

const picture: MessageFile = { id: 'a', name: 'a.png', size: 1, kind: 'picture', alt: 'Il laboratorio' }
const file: MessageFile = { id: 'b', name: 'b.pdf', size: 1, kind: 'file' }
const hidden: MessageFile = { ...picture, isSpoiler: true }

it.each([
  ['Guarda **qui**', [picture], 'Guarda qui', 'Guarda qui'],
  ['', [picture], 'Immagine', 'Immagine: Il laboratorio'],
  ['', [hidden], '[spoiler]', '[spoiler]'],
  ['', [picture, file], '2 file', '2 file'],
  ['', [file], 'File: b.pdf', 'File: b.pdf'],
])('%j with files reads in one line, and is said', (text, files, line, spoken) => {
  expect(messageLine({ text, mentions: undefined, files })).toBe(line)
  expect(spokenMessage({ text, mentions: undefined, files })).toBe(spoken)
})
