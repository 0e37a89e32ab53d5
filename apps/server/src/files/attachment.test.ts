import { expect, it } from 'vitest'
import { attachmentNamed } from './attachment.ts'

it.each([
  ['relazione.pdf', `filename="relazione.pdf"; filename*=UTF-8''relazione.pdf`],
  ['città (1).txt', `filename="citt_ (1).txt"; filename*=UTF-8''citt%C3%A0%20%281%29.txt`],
  ['100% "vero".txt', `filename="100_ _vero_.txt"; filename*=UTF-8''100%25%20%22vero%22.txt`],
  ["l'ora*.txt", `filename="l'ora*.txt"; filename*=UTF-8''l%27ora%2A.txt`],
  ['🏴‍☠️.png', `filename="____.png"; filename*=UTF-8''%F0%9F%8F%B4%E2%80%8D%E2%98%A0%EF%B8%8F.png`],
])('%j is named by ASCII and UTF-8', (name, header) => {
  expect(attachmentNamed(name)).toBe(`attachment; ${header}`)
})
