import { expect, it } from 'vitest'
import { exportMail } from './exports.mail.ts'

it('names the day of the end by the clock of Italy, as the page does', () => {
  const { text } = exportMail(
    'anna@esempio.it',
    'https://covo.test',
    'Covo',
    new Date('2026-12-02T23:30:00Z'),
  )
  expect(text).toContain('entro il 3 dicembre 2026:')
})
