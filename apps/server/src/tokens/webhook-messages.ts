import { cleanName, isSeen, seenLine } from '@covo/contract/names'
import { charactersOf, withoutPiledMarks } from '@covo/contract/text'
import { z } from 'zod'

/** The service that sends a webhook, as a header of the request names it. */
export type WebhookSource = 'github' | 'gitlab' | 'ctfd'

/** Characters of a title, and of a name, that a message shows. */
const maximumTitle = 120
const maximumName = 80
/** Characters of an address; a longer one is left out. */
const maximumAddress = 300

/** One short message about an event; null where it is not to be posted. */
type Render = (payload: unknown) => string | null

function renders<Payload>(schema: z.ZodType<Payload>, render: (payload: Payload) => string | null): Render {
  return (payload) => {
    const { data } = schema.safeParse(payload)
    return data === undefined ? null : render(data)
  }
}

/** A text of the payload as plain text in one line: no formatting, mention or address in it is one. Empty where nobody could see it. */
function plain(text: string, maximum: number): string {
  // A text that is far too long is cut by code units, so that its whole length is never looked at.
  const line = seenLine(
    text
      .slice(0, 8 * maximum)
      .toWellFormed()
      .replaceAll(/\s+/g, ' '),
  )
  const characters = Array.from(charactersOf(line), ({ segment }) => withoutPiledMarks(segment))
  const isCut = characters.length > maximum
  const shown = `${characters.slice(0, isCut ? maximum - 1 : maximum).join('')}${isCut ? '…' : ''}`
    .replaceAll(/https?:\/\//gi, '')
    // The rest must not have become an address.
    .replaceAll('://', ':')
  return seenLine(shown).replaceAll(/[\\`*_~|[\]<>@]/g, String.raw`\$&`)
}

const title = (text: string) => plain(text, maximumTitle)
/** The name of somebody or something, of which nothing may be left. */
const name = (text: string, nameless: string) =>
  plain(cleanName(text.slice(0, 8 * maximumName)), maximumName) || nameless
const somebody = (text: string) => name(text, 'qualcuno')
const branchName = (text: string) => name(text, 'un ramo')

/** A title in quotes, after what leads to it; nothing where nobody could see it. */
function quoted(lead: string, text: string): string {
  const shown = title(text)
  return shown && `${lead}«${shown}»`
}

/** A link on a text that is plain already; the text alone where the address is not of https, or could end the link early. */
function linked(text: string, address: string | undefined): string {
  const isLink =
    address !== undefined &&
    address.length <= maximumAddress &&
    /^https:\/\/[^\s<>"'`()[\]\\|]+$/.test(address)
  return isLink ? `[${text}](${address})` : text
}

const nameless = 'senza nome'
/** The branch that a push or run is of; null of a tag. */
const branchOf = (ref: string) => /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? null
const commits = (count: number) => (count === 1 ? 'un commit' : `${count} commit`)
/** Of the beginning, of which more is never shown. */
const firstLine = (message: string) =>
  message
    .slice(0, 8 * maximumTitle)
    .split(/[\r\n]+/)
    .find(isSeen) ?? ''

/** The commits of a push. All but the newest are only counted: a long list of what is none would cost a fault for each. */
const pushed = <Commit extends z.ZodType>(commit: Commit) =>
  z.preprocess(
    (all) => (Array.isArray(all) ? { count: all.length, newest: all.at(-1) } : null),
    z.object({ count: z.int(), newest: commit.optional() }),
  )

const sender = z.object({ login: z.string() })
const repository = z.object({ full_name: z.string(), html_url: z.string().optional() })
const repositoryName = ({ full_name, html_url }: z.infer<typeof repository>) =>
  linked(name(full_name, 'un repository'), html_url)

const pullRequestActions: Partial<Record<string, string>> = {
  opened: 'ha aperto',
  reopened: 'ha riaperto',
  ready_for_review: 'ha reso pronta per la revisione',
  merged: 'ha unito',
  closed: 'ha chiuso',
}
const issueActions: Partial<Record<string, string>> = {
  opened: 'ha aperto',
  open: 'ha aperto',
  reopened: 'ha riaperto',
  reopen: 'ha riaperto',
  closed: 'ha chiuso',
  close: 'ha chiuso',
}
const outcomes: Partial<Record<string, string>> = {
  success: 'è riuscito',
  failure: 'è fallito',
  failed: 'è fallito',
  timed_out: 'è scaduto',
}

/** By `X-GitHub-Event`. */
const github: Record<string, Render> = {
  push: renders(
    z.object({
      ref: z.string(),
      deleted: z.boolean().optional(),
      compare: z.string().optional(),
      commits: pushed(z.object({ message: z.string() })),
      sender,
      repository,
    }),
    ({ ref, deleted, compare, commits: { count, newest }, sender: { login }, repository: target }) => {
      const branch = branchOf(ref)
      if (deleted || branch === null || !newest) return null
      const link = linked(commits(count), compare)
      return `${somebody(login)} ha pubblicato ${link} su ${branchName(branch)} di ${repositoryName(target)}${quoted(': ', firstLine(newest.message))}`
    },
  ),
  pull_request: renders(
    z.object({
      action: z.string(),
      pull_request: z.object({
        number: z.int(),
        title: z.string(),
        html_url: z.string(),
        merged: z.boolean().nullish(),
      }),
      sender,
      repository,
    }),
    ({ action, pull_request: request, sender: { login }, repository: target }) => {
      const verb = pullRequestActions[action === 'closed' && request.merged ? 'merged' : action]
      const link = linked(`#${request.number} ${title(request.title)}`.trim(), request.html_url)
      return verb ? `${somebody(login)} ${verb} la pull request ${link} in ${repositoryName(target)}` : null
    },
  ),
  issues: renders(
    z.object({
      action: z.string(),
      issue: z.object({ number: z.int(), title: z.string(), html_url: z.string() }),
      sender,
      repository,
    }),
    ({ action, issue, sender: { login }, repository: target }) => {
      const link = linked(`#${issue.number} ${title(issue.title)}`.trim(), issue.html_url)
      const verb = issueActions[action]
      return verb ? `${somebody(login)} ${verb} la issue ${link} in ${repositoryName(target)}` : null
    },
  ),
  release: renders(
    z.object({
      action: z.string(),
      release: z.object({ tag_name: z.string(), name: z.string().nullish(), html_url: z.string() }),
      sender,
      repository,
    }),
    ({ action, release, sender: { login }, repository: target }) => {
      const link = linked(title(release.name ?? '') || title(release.tag_name) || nameless, release.html_url)
      return action === 'published'
        ? `${somebody(login)} ha pubblicato la versione ${link} di ${repositoryName(target)}`
        : null
    },
  ),
  workflow_run: renders(
    z.object({
      action: z.string(),
      workflow_run: z.object({
        name: z.string().nullish(),
        head_branch: z.string().nullish(),
        conclusion: z.string().nullish(),
        html_url: z.string(),
      }),
      repository,
    }),
    ({ action, workflow_run: run, repository: target }) => {
      const outcome = outcomes[run.conclusion ?? '']
      if (action !== 'completed' || !outcome) return null
      const branch = run.head_branch ? ` su ${branchName(run.head_branch)}` : ''
      return `Il workflow ${linked(title(run.name ?? '') || nameless, run.html_url)} ${outcome}${branch} di ${repositoryName(target)}`
    },
  ),
}

const project = z.object({ path_with_namespace: z.string(), web_url: z.string().optional() })
const projectName = ({ path_with_namespace, web_url }: z.infer<typeof project>) =>
  linked(name(path_with_namespace, 'un progetto'), web_url)
const user = z.object({ username: z.string() })

const mergeRequestActions: Partial<Record<string, string>> = {
  open: 'ha aperto',
  reopen: 'ha riaperto',
  merge: 'ha unito',
  close: 'ha chiuso',
}

const gitlabObject = z.object({
  action: z.string().optional(),
  iid: z.int(),
  title: z.string(),
  url: z.string(),
})

/** By `X-Gitlab-Event`. */
const gitlab: Record<string, Render> = {
  'Push Hook': renders(
    z.object({
      ref: z.string(),
      user_username: z.string(),
      total_commits_count: z.int(),
      commits: pushed(z.object({ message: z.string(), url: z.string().optional() })),
      project,
    }),
    ({ ref, user_username, total_commits_count: count, commits: { newest }, project: target }) => {
      const branch = branchOf(ref)
      if (branch === null || !newest) return null
      return `${somebody(user_username)} ha pubblicato ${linked(commits(count), newest.url)} su ${branchName(branch)} di ${projectName(target)}${quoted(': ', firstLine(newest.message))}`
    },
  ),
  'Merge Request Hook': renders(
    z.object({ user, project, object_attributes: gitlabObject }),
    ({ user: { username }, project: target, object_attributes: request }) => {
      const verb = mergeRequestActions[request.action ?? '']
      const link = linked(`!${request.iid} ${title(request.title)}`.trim(), request.url)
      return verb ? `${somebody(username)} ${verb} la merge request ${link} in ${projectName(target)}` : null
    },
  ),
  'Issue Hook': renders(
    z.object({ user, project, object_attributes: gitlabObject }),
    ({ user: { username }, project: target, object_attributes: issue }) => {
      const verb = issueActions[issue.action ?? '']
      const link = linked(`#${issue.iid} ${title(issue.title)}`.trim(), issue.url)
      return verb ? `${somebody(username)} ${verb} la issue ${link} in ${projectName(target)}` : null
    },
  ),
  'Release Hook': renders(
    z.object({
      action: z.string(),
      name: z.string().nullish(),
      tag: z.string().nullish(),
      url: z.string(),
      project,
    }),
    ({ action, name: release, tag, url, project: target }) =>
      action === 'create'
        ? `È uscita la versione ${linked(title(release ?? '') || title(tag ?? '') || nameless, url)} di ${projectName(target)}`
        : null,
  ),
  'Pipeline Hook': renders(
    z.object({
      project,
      object_attributes: z.object({
        id: z.int(),
        ref: z.string(),
        status: z.string(),
        url: z.string().optional(),
      }),
    }),
    ({ project: target, object_attributes: { id, ref, status, url } }) => {
      const outcome = outcomes[status]?.replace(/o$/, 'a')
      return outcome
        ? `La ${linked(`pipeline #${id}`, url)} ${outcome} su ${branchName(ref)} di ${projectName(target)}`
        : null
    },
  ),
}

const named = z.object({ name: z.string() })
const solve = z.object({ challenge: named, user: named, team: named.nullish() })
const solver = ({ user: who, team }: z.infer<typeof solve>) =>
  team && isSeen(team.name) ? `${somebody(who.name)} (${somebody(team.name)})` : somebody(who.name)

/** By `CTFd-Webhook-Event`. New users and teams are not posted. */
const ctfd: Record<string, Render> = {
  first_blood: renders(
    solve,
    (data) =>
      `Primo sangue: ${solver(data)} risolve${quoted(' ', data.challenge.name) || ' una sfida'} prima di tutti`,
  ),
  challenge_solved: renders(
    solve,
    (data) => `${solver(data)} ha risolto${quoted(' ', data.challenge.name) || ' una sfida'}`,
  ),
}

const sources = { github, gitlab, ctfd } satisfies Record<WebhookSource, Record<string, Render>>

/** The message in Italian about an event; null where it is not to be posted, or its JSON is not as its source sends it. */
export function webhookMessage(source: WebhookSource, event: string, payload: unknown): string | null {
  const known: Record<string, Render> = sources[source]
  return (Object.hasOwn(known, event) && known[event]?.(payload)) || null
}
