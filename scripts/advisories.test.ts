import { expect, it } from 'vitest'
import { readAudit } from './advisories.ts'

const counts = { info: 0, low: 1, moderate: 0, high: 1, critical: 0, total: 2 }

it.each([
  [
    'grave advisories alone',
    JSON.stringify({
      metadata: { vulnerabilities: counts },
      vulnerabilities: {
        ws: { severity: 'high', range: '<8.21.0' },
        defu: { severity: 'low', range: '*' },
      },
    }),
    { affected: ['ws <8.21.0: high'] },
  ],
  [
    'none, among warnings',
    `npm warn config old\n${JSON.stringify({ metadata: { vulnerabilities: counts }, vulnerabilities: {} })}\nnpm notice new`,
    { affected: [] },
  ],
  [
    'a mirror that has none',
    'npm warn audit 405\n{"message": "405 Method Not Allowed", "statusCode": 405, "error": {}}\nnpm error audit',
    { unknown: '405 Method Not Allowed' },
  ],
  ['no network', 'npm error code ENOTFOUND\nnpm error errno', { unknown: 'npm error code ENOTFOUND' }],
  ['half an answer', '{"metadata": {"vulnerab', { unknown: '{"metadata": {"vulnerab' }],
  ['nothing', '', { unknown: 'no answer' }],
])('reads of an audit %s', (_, output, expected) => {
  expect(readAudit(output)).toEqual(expected)
})
