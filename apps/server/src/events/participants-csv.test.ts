import { expect, it } from 'vitest'
import { csvHeader, csvLines } from './participants-csv.ts'

it('begins with the mark of UTF-8', () => {
  expect(csvHeader).toBe('\uFEFF"nome";"stato";"data";"squadra"\r\n')
})

it.each([
  ['Anna', 'Anna'],
  ['Rossi, Anna', 'Rossi, Anna'],
  ['la "volpe"', 'la ""volpe""'],
  ['=1+1', "'=1+1"],
  ['+39', "'+39"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a=1', 'a=1'],
  ['a;b', 'a;b'],
])('writes the name %o as %o, of a team too', (name, cell) => {
  const joinedAt = '2026-11-23T10:00:00.123456Z'
  expect(csvLines([{ displayName: name, state: 'waiting', joinedAt, team: name }], 'Europe/Rome')).toBe(
    `"${cell}";"in lista d'attesa";"23/11/2026 11:00";"${cell}"\r\n`,
  )
})

it.each([
  ['Europe/Rome', '2026-07-01T22:30:59.999Z', '02/07/2026 00:30'],
  ['America/New_York', '2026-01-01T04:59:00Z', '31/12/2025 23:59'],
  ['Asia/Kathmandu', '2026-11-23T10:00:00Z', '23/11/2026 15:45'],
])('writes times as those of the event in %s', (timeZone, joinedAt, shown) => {
  expect(csvLines([{ displayName: 'Anna', state: 'joined', joinedAt, team: '' }], timeZone)).toBe(
    `"Anna";"confermato";"${shown}";""\r\n`,
  )
})
