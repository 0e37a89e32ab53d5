import { seenText } from '../names.ts'
import { accepted, refused } from '../parsed.ts'

/** The kinds of reported subjects; a report names its subject by kind and id. */
export const reportedKinds = ['message', 'member', 'event', 'team'] as const
export type ReportedKind = (typeof reportedKinds)[number]

/** Why something is reported, in the order in which it is offered. */
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'sexual_or_violent',
  'personal_data',
  'malware_or_illegal',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

/** Grapheme clusters, after trimming. */
export const maximumReportDetailsLength = 1000

/** Reason and details as they are stored; `''` while no reason is chosen. */
export function parseReport({ reason, details }: { reason: ReportReason | ''; details: string }) {
  if (reason === '') return refused('reports.reason_required', 'reason')
  const text = seenText(details)
  if (reason === 'other' && !text) return refused('reports.details_required', 'details')
  return accepted({ reason, details: text })
}
