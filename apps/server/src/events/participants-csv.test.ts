import { expect, it } from 'vitest'
import { csvHeader, csvLines } from './participants-csv.ts'

it('begins with the mark of UTF-8', () => {
  expect(csvHeader).toBe('\uFEFF"nome","stato","data"\r\n')
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
])('writes the name %o as %o', (displayName, cell) => {
  const joinedAt = '2026-11-23T10:00:00.000Z'
  expect(csvLines([{ displayName, state: 'waiting', joinedAt }])).toBe(
    `"${cell}","in lista d'attesa","${joinedAt}"\r\n`,
  )
})
