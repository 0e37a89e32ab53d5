import { parseMessage } from '@covo/contract/chat/chat.rules'
import { hasLink, mentionedUids } from '@covo/contract/chat/markup.text'
import { expect, it } from 'vitest'
import { type WebhookSource, webhookMessage } from './webhook-messages.ts'

/** The parts that are read of what GitHub, GitLab and CTFd send, as their documentation has them, beside some that are not. */
const repository = {
  id: 1,
  full_name: 'covo-ctf/covo',
  html_url: 'https://github.com/covo-ctf/covo',
  private: false,
}
const sender = { login: 'annab', id: 2, type: 'User' }
const repo = '[covo-ctf/covo](https://github.com/covo-ctf/covo)'
const push = {
  ref: 'refs/heads/main',
  before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  after: '0000000000000000000000000000000000000000',
  compare: 'https://github.com/covo-ctf/covo/compare/6113728f27ae...76ae82c7b1a1',
  commits: [
    { id: '1', message: 'Prepare', url: 'https://github.com/covo-ctf/covo/commit/1' },
    {
      id: '2',
      message: 'Fix the *login*\n\nIt was broken.',
      url: 'https://github.com/covo-ctf/covo/commit/2',
    },
  ],
  pusher: { name: 'annab', email: 'anna@esempio.it' },
  sender,
  repository,
}
const pullRequest = {
  action: 'opened',
  number: 12,
  pull_request: {
    number: 12,
    title: 'Parse flags',
    html_url: 'https://github.com/covo-ctf/covo/pull/12',
    merged: false,
  },
  sender,
  repository,
}
const merged = {
  ...pullRequest,
  action: 'closed',
  pull_request: { ...pullRequest.pull_request, merged: true },
}
const issue = {
  action: 'opened',
  issue: { number: 7, title: 'Crash', html_url: 'https://github.com/covo-ctf/covo/issues/7' },
  sender,
  repository,
}
const release = {
  action: 'published',
  release: { tag_name: 'v1.2', name: null, html_url: 'https://github.com/covo-ctf/covo/releases/tag/v1.2' },
  sender,
  repository,
}
const run = {
  action: 'completed',
  workflow_run: {
    name: 'CI',
    head_branch: 'main',
    conclusion: 'failure',
    html_url: 'https://github.com/covo-ctf/covo/actions/runs/9',
  },
  sender,
  repository,
}
const project = {
  id: 3,
  path_with_namespace: 'covo/sfide',
  web_url: 'https://gitlab.com/covo/sfide',
}
const sfide = '[covo/sfide](https://gitlab.com/covo/sfide)'
const user = { id: 4, name: 'Bruno', username: 'bruno' }
const gitlabPush = {
  object_kind: 'push',
  ref: 'refs/heads/main',
  user_username: 'bruno',
  total_commits_count: 1,
  commits: [{ id: 'a', message: 'Add rsa', url: 'https://gitlab.com/covo/sfide/-/commit/a' }],
  project,
}
const mergeRequest = {
  object_kind: 'merge_request',
  user,
  project,
  object_attributes: {
    iid: 5,
    title: 'Add web',
    url: 'https://gitlab.com/covo/sfide/-/merge_requests/5',
    action: 'merge',
  },
}
const solved = {
  id: 6,
  challenge_id: 1,
  challenge: { id: 1, name: 'RSA facile', category: 'crypto', value: 100 },
  user: { id: 8, name: 'carla' },
  team: { id: 9, name: 'Tane' },
  date: '2026-11-25T21:00:00Z',
  type: 'correct',
}

it.each<[WebhookSource, string, unknown, string | null]>([
  [
    'github',
    'push',
    push,
    `annab ha pubblicato [2 commit](https://github.com/covo-ctf/covo/compare/6113728f27ae...76ae82c7b1a1) su main di ${repo}: «Fix the \\*login\\*»`,
  ],
  ['github', 'push', { ...push, ref: 'refs/tags/v1' }, null],
  ['github', 'push', { ...push, deleted: true }, null],
  ['github', 'push', { ...push, commits: [] }, null],
  ['github', 'push', { ...push, commits: [...push.commits, 0] }, null],
  ['github', 'push', { ...push, commits: {} }, null],
  [
    'github',
    'push',
    { ...push, commits: [0, push.commits[0]] },
    `annab ha pubblicato [2 commit](${push.compare}) su main di ${repo}: «Prepare»`,
  ],
  [
    'github',
    'pull_request',
    pullRequest,
    `annab ha aperto la pull request [#12 Parse flags](https://github.com/covo-ctf/covo/pull/12) in ${repo}`,
  ],
  [
    'github',
    'pull_request',
    merged,
    `annab ha unito la pull request [#12 Parse flags](https://github.com/covo-ctf/covo/pull/12) in ${repo}`,
  ],
  ['github', 'pull_request', { ...pullRequest, action: 'labeled' }, null],
  [
    'github',
    'issues',
    issue,
    `annab ha aperto la issue [#7 Crash](https://github.com/covo-ctf/covo/issues/7) in ${repo}`,
  ],
  [
    'github',
    'release',
    release,
    `annab ha pubblicato la versione [v1.2](https://github.com/covo-ctf/covo/releases/tag/v1.2) di ${repo}`,
  ],
  ['github', 'release', { ...release, action: 'created' }, null],
  [
    'github',
    'workflow_run',
    run,
    `Il workflow [CI](https://github.com/covo-ctf/covo/actions/runs/9) è fallito su main di ${repo}`,
  ],
  ['github', 'workflow_run', { ...run, action: 'requested' }, null],
  ['github', 'ping', { zen: 'Keep it logically awesome.', repository, sender }, null],
  ['github', 'push', { ref: 7 }, null],
  ['github', 'push', null, null],
  ['github', 'constructor', push, null],
  [
    'gitlab',
    'Push Hook',
    gitlabPush,
    `bruno ha pubblicato [un commit](https://gitlab.com/covo/sfide/-/commit/a) su main di ${sfide}: «Add rsa»`,
  ],
  [
    'gitlab',
    'Merge Request Hook',
    mergeRequest,
    `bruno ha unito la merge request [!5 Add web](https://gitlab.com/covo/sfide/-/merge_requests/5) in ${sfide}`,
  ],
  ['gitlab', 'Merge Request Hook', { ...mergeRequest, object_attributes: { iid: 5 } }, null],
  [
    'gitlab',
    'Issue Hook',
    {
      user,
      project,
      object_attributes: { iid: 2, title: 'Typo', url: 'http://gitlab.com/2', action: 'close' },
    },
    `bruno ha chiuso la issue #2 Typo in ${sfide}`,
  ],
  [
    'gitlab',
    'Release Hook',
    { action: 'create', name: '1.0', url: 'https://gitlab.com/covo/sfide/-/releases/1', project },
    `È uscita la versione [1.0](https://gitlab.com/covo/sfide/-/releases/1) di ${sfide}`,
  ],
  [
    'gitlab',
    'Pipeline Hook',
    { project, object_attributes: { id: 31, ref: 'main', status: 'failed' } },
    `La pipeline #31 è fallita su main di ${sfide}`,
  ],
  [
    'gitlab',
    'Pipeline Hook',
    { project, object_attributes: { id: 31, ref: 'main', status: 'running' } },
    null,
  ],
  ['ctfd', 'first_blood', solved, 'Primo sangue: carla (Tane) risolve «RSA facile» prima di tutti'],
  ['ctfd', 'challenge_solved', { ...solved, team: null }, 'carla ha risolto «RSA facile»'],
  [
    'github',
    'release',
    { ...release, release: { ...release.release, name: ' \u200b ' } },
    `annab ha pubblicato la versione [v1.2](https://github.com/covo-ctf/covo/releases/tag/v1.2) di ${repo}`,
  ],
  [
    'github',
    'push',
    { ...push, commits: [{ message: '\r\n \u2800\r\n\tFix the mail\n\nMore' }] },
    `annab ha pubblicato [un commit](https://github.com/covo-ctf/covo/compare/6113728f27ae...76ae82c7b1a1) su main di ${repo}: «Fix the mail»`,
  ],
  [
    'github',
    'push',
    { ...push, commits: [{ message: '\n\u200b\n' }] },
    `annab ha pubblicato [un commit](https://github.com/covo-ctf/covo/compare/6113728f27ae...76ae82c7b1a1) su main di ${repo}`,
  ],
  [
    'github',
    'workflow_run',
    { ...run, workflow_run: { ...run.workflow_run, name: '' } },
    `Il workflow [senza nome](https://github.com/covo-ctf/covo/actions/runs/9) è fallito su main di ${repo}`,
  ],
  [
    'github',
    'issues',
    { ...issue, issue: { ...issue.issue, title: 'https://\u00ad' }, sender: { login: '\ufe0f' } },
    `qualcuno ha aperto la issue [#7](https://github.com/covo-ctf/covo/issues/7) in ${repo}`,
  ],
  [
    'gitlab',
    'Release Hook',
    {
      action: 'create',
      name: '\u3164',
      tag: 'v2',
      url: 'https://gitlab.com/covo/sfide/-/releases/2',
      project,
    },
    `È uscita la versione [v2](https://gitlab.com/covo/sfide/-/releases/2) di ${sfide}`,
  ],
  [
    'ctfd',
    'first_blood',
    { challenge: { name: '\u2800' }, user: { name: '\u200b' }, team: { name: ' ' } },
    'Primo sangue: qualcuno risolve una sfida prima di tutti',
  ],
  ['ctfd', 'user_created', { id: 8, name: 'carla' }, null],
])('%s %s', (source, event, payload, message) => {
  expect(webhookMessage(source, event, payload)).toBe(message)
})

const uid = '6f9619ff-8b86-4011-b42d-00c04fc964ff'

it.each([
  `<@${uid}> guarda`,
  `[qui](https://male.example) e https://male.example/x`,
  '||nascosto|| **forte** `codice` ~~via~~ _storto_ > citato',
  `${'\u0301'.repeat(5000)}`,
  `${'👨‍👩‍👧‍👦'.repeat(3000)}`,
  '](https://male.example)[',
  'hthttps://tps://male.example',
  'vuoto\u0000 e \ud800 a metà\nfine',
])('shows %j as the text that it is, and short', (text) => {
  const nowhere = { html_url: 'javascript:alert(1)' }
  const message = webhookMessage('github', 'issues', {
    action: 'opened',
    issue: { number: 7, title: text, ...nowhere },
    sender: { login: text },
    repository: { full_name: text, ...nowhere },
  })
  expect(mentionedUids(message ?? '')).toEqual([])
  expect(hasLink(message ?? '')).toBe(false)
  expect(parseMessage(message ?? '').problem).toBeFalsy()
})

it.each([
  'https://male.example/a)b',
  'https://male.example/[x',
  'https://a b',
  `https://a/${'x'.repeat(400)}`,
  'ftp://a',
])('takes %j for no address of a link', (html_url) => {
  const message = webhookMessage('github', 'release', {
    ...release,
    release: { ...release.release, html_url },
  })
  expect(message).toBe(`annab ha pubblicato la versione v1.2 di ${repo}`)
})
