import { type Decision, findDecisionsOn, findOpenAppeals } from '../moderation/moderation.store.ts'
import { StartupError } from '../platform/startup-error.ts'
import { findOpenReports, findReportById, nameOfReported, type Snapshot } from '../reports/reports.store.ts'
import type { Command } from './command.ts'
import { openFiles } from './instance-files.ts'
import { writeReportFiles } from './write-report-files.ts'

/** How many reports are listed. */
const shown = 100

export const listReports: Command = {
  usage: '[ID [FOLDER]]',
  summary:
    'list the reports and appeals that wait, the oldest first, or show the report ID with what its member saw, and write its files into the new FOLDER',
  words: { from: 0, to: 2 },
  async run({ settings, database, words: [id, folder], print }) {
    if (id === undefined) {
      const reports = await findOpenReports(database, shown)
      print(`Reports: ${reports.length === 0 ? 'none' : ''}`.trim())
      for (const { id, kind, reason, reportedAt, snapshot } of reports)
        print(
          `  ${id}  ${reportedAt.toISOString()}  ${kind}  ${reason}  ${nameOfReported(snapshot as Snapshot)}`,
        )
      const appeals = await findOpenAppeals(database)
      print(`Appeals: ${appeals.length === 0 ? 'none' : ''}`.trim())
      for (const { text, appealedAt, ...decision } of appeals) {
        print(`  ${appealedAt.toISOString()}  against ${lineOf(decision)}`)
        for (const line of text.split('\n')) print(`    ${line}`)
      }
      return 0
    }
    const report = await findReportById(database, id)
    if (!report) throw new StartupError(`There is no report with the id ${id}.`)
    const { kind, subjectId, memberId, reporterId, reason, details, reportedAt, closedAt } = report
    print(`Report ${report.id} of the ${kind} ${subjectId}, which is ${memberId}’s`)
    print(`by ${reporterId} on ${reportedAt.toISOString()}: ${reason}${closedAt ? ', closed' : ''}`)
    if (details) for (const line of details.split('\n')) print(`  ${line}`)
    print('The reported content:')
    for (const line of linesOf(report.snapshot as Snapshot)) print(`  ${line}`)
    const decisions = await findDecisionsOn(database, memberId)
    print(`Earlier decisions on ${memberId}: ${decisions.length === 0 ? 'none' : ''}`.trim())
    for (const decision of decisions) print(`  ${lineOf(decision)}`)
    if (folder === undefined) return 0
    const store = await openFiles({ settings, database })
    const { written, missing } = await writeReportFiles(database, store, report.id, folder)
    print(
      `Written to ${folder}: ${written.length} files. They come from a report: open them only in a safe place.`,
    )
    for (const name of written) print(`  ${name}`)
    for (const name of missing) print(`  not there: ${name}`)
    return missing.length === 0 ? 0 : 1
  },
}

function linesOf(snapshot: Snapshot): string[] {
  if (snapshot.kind !== 'message')
    return Object.entries(snapshot.fields).flatMap(([field, text]) => (text ? [`${field}: ${text}`] : []))
  return snapshot.messages.map(
    ({ sequence, at, name, text, files = [] }) =>
      `${sequence === snapshot.sequence ? '>' : ' '} ${at}  ${name}: ${[text, ...files.map((file) => `[${file.name}]`)].filter(Boolean).join(' ')}`,
  )
}

function lineOf({ id, decidedAt, action, kind, rule, revertedAt }: Decision): string {
  const words = [id, decidedAt.toISOString(), action, kind, rule && `rule ${rule}`, revertedAt && 'reverted']
  return words.filter(Boolean).join('  ')
}
