import { run } from './child.mjs'

/** Milliseconds for the registry's answer. */
const timeLimit = 20_000

type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; range: string }>
  message?: string
}

/**
 * What `npm audit --json` says: the shipped packages with an advisory of high severity or worse; or why nobody knows. Only an
 * answer of the registry names packages: a mirror without advisories, or no network, is no fault of the code.
 */
export function readAudit(output: string): { affected: string[] } | { unknown: string } {
  let report: Report
  try {
    // Warnings of npm stand before and after it.
    report = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as Report
  } catch {
    return { unknown: output.trim().split('\n')[0] || 'no answer' }
  }
  if (!report.metadata?.vulnerabilities) return { unknown: report.message ?? 'no answer' }
  const affected = Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
  return { affected }
}

/**
 * Asks the registry for advisories on what is shipped, and reports the grave ones. One may be published at any time: no commit is
 * refused for it.
 */
export async function checkAdvisories(env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const words = ['audit', '--omit=dev', '--json', '--fetch-retries=0', `--fetch-timeout=${timeLimit / 2}`]
  const { output } = await run('npm', words, { env, timeLimit })
  const audit = readAudit(output)
  if ('unknown' in audit) console.log(`\nAdvisories were not checked: the registry answers ${audit.unknown}`)
  else if (audit.affected.length > 0)
    console.log(`\nAdvisories of high severity, to be mended before a release: ${audit.affected.join(', ')}`)
  return { code: 0, output }
}
