import { expect, it } from 'vitest'
import { parseReport, type ReportReason } from './reports.rules.ts'

it.each<[ReportReason | '', string, unknown]>([
  ['', 'testo', 'reports.reason_required'],
  ['other', ' \n ', 'reports.details_required'],
  ['other', ' testo ', { reason: 'other', details: 'testo' }],
  ['spam', '', { reason: 'spam', details: '' }],
])('takes the reason %j with the details %j as %j', (reason, details, expected) => {
  const { value, problem } = parseReport({ reason, details })
  expect(problem?.code ?? value).toEqual(expected)
})
