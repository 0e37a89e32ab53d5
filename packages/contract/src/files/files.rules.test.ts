import { describe, expect, it } from 'vitest'
import { countBytes, countCharacters } from '../text.ts'
import { bytesOfPart, cleanFileName, countParts, maximumFileBytes, partBytes } from './files.rules.ts'

describe('the name of a file', () => {
  it.each([
    ['relazione.pdf', 'relazione.pdf'],
    ['citta\u0300.txt', 'città.txt'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\temp\\x.txt', 'C__temp_x.txt'],
    ['a*b?"<c>|d.txt', 'a_b___c__d.txt'],
    ['fattura\u202efdp.exe', 'fatturafdp.exe'],
    ['due\r\nrighe\0.txt', 'due righe .txt'],
    ['\u200b\u2800', 'file'],
    ['', 'file'],
    [' . .. ', 'file'],
    ['.bashrc', 'bashrc'],
    ['finale.txt. . ', 'finale.txt'],
    ['CON', '_CON'],
    ['nul.tar.gz', '_nul.tar.gz'],
    ['console.log', 'console.log'],
    ['lpt1.txt', '_lpt1.txt'],
    ['🏴‍☠️ bandiera.png', '🏴‍☠️ bandiera.png'],
  ])('of %j is %j', (typed, name) => {
    expect(cleanFileName(typed)).toBe(name)
  })

  it.each([
    ['a'.repeat(300), /^a{120}$/],
    [`${'a'.repeat(300)}.tar.gz`, /^a+\.gz$/],
    [`${'è'.repeat(110)}.pdf`, /^è{98}\.pdf$/],
    [`${'👩‍👩‍👧‍👦'.repeat(20)}.txt`, /^(?:👩‍👩‍👧‍👦){7}\.txt$/u],
    [`x.${'y'.repeat(200)}`, /^x\.y{118}$/],
    [`${'a'.repeat(118)}. b${'c'.repeat(300)}`, /^a{118}$/],
  ])('is cut where it is too long: %j', (typed, cut) => {
    const name = cleanFileName(typed)
    expect(name).toMatch(cut)
    expect(countCharacters(name)).toBeLessThanOrEqual(120)
    expect(countBytes(name)).toBeLessThanOrEqual(200)
    expect(cleanFileName(name)).toBe(name)
  })
})

it.each([
  [1, [1]],
  [partBytes, [partBytes]],
  [partBytes + 1, [partBytes, 1]],
  [3 * partBytes - 1, [partBytes, partBytes, partBytes - 1]],
  [maximumFileBytes, Array.from({ length: 40 }, () => partBytes)],
])('an upload of %i bytes has parts of %j', (size, parts) => {
  expect(Array.from({ length: countParts(size) }, (_, number) => bytesOfPart(size, number))).toEqual(parts)
})
