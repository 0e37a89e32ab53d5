/**
 * How long the parser of messages takes: for a thousand of a chat among developers, and for the hostile text that it is
 * slowest at. Reference: `marked`, which makes a tree of tokens too; and half of the hostile text. Budgets: 0.5; 10 ms for
 * 2,000 characters, and 2.5 times as long for twice as many. The fastest of many runs counts: the others have waited for the
 * machine.
 */
import { parseMarkup } from '@covo/contract/chat/markup'
import { marked } from 'marked'
import { report } from './support/report.ts'

const rounds = 100
const length = 2000
const steepestAllowed = 2.5

const kinds: ((index: number) => string)[] = [
  (index) => `Ci vediamo alle ${index % 24}?`,
  () => 'ok, grazie!',
  () =>
    'Qualcuno ha già provato la sfida di crittografia? A me il servizio risponde sempre con un errore dopo due tentativi.',
  (index) => `La soluzione è su https://esempio.it/writeup/${index}, cap. 3`,
  (index) => `**Attenzione**: il turno ${index} è _spostato_, non \`cancellato\`.`,
  () => 'Usa `git rebase -i HEAD~3` e poi `git push --force-with-lease`, *mai* `--force`.',
  () => '<@0f8fad5b-d9cb-469f-a165-70867728950e> hai letto [la guida](https://esempio.it/guida)?',
  () => '> Chi porta il proiettore?\n\nIo, e anche le prese.',
  () =>
    'Da portare:\n\n- portatile\n- caricatore\n  - quello grande\n- *pazienza*\n\n1. si arriva\n2. si mangia',
  () => 'La flag è ||covo{non_guardare}||',
  (index) =>
    `Perché questo non va?\n\n\`\`\`ts\n${`export function somma_${index}(a: number, b: number) {\n  return a ** b || 0\n}\n`.repeat(6)}\`\`\`\n\nIl tipo è __giusto__, 2*3*4 pure.`,
  () =>
    `${'Una storia lunga, con **parole** forti e qualche _sottovoce_, che non finisce più. '.repeat(8)}\n\nFine.`,
]
const messages = Array.from({ length: 1000 }, (_, index) => kinds[index % kinds.length]?.(index) ?? '')

/** As many characters of what is repeated, with what each repetition adds. */
const repeat = (text: string) => (characters: number) =>
  text.repeat(Math.ceil(characters / text.length)).slice(0, characters)
const hostile: Record<string, (characters: number) => string> = {
  ...Object.fromEntries(
    [
      ...[
        '*',
        '_*_*',
        '*a ',
        '*a* ',
        '**a *b ',
        'a** b* ',
        '~~a ',
        '_a*b ',
        '***a',
        '[',
        '[[]',
        '[a](',
        '](',
        '](https://a',
      ],
      ...[
        '[a](https://a(',
        '[a](https://a)',
        '[a](https://',
        'https://a.',
        'https://a ',
        'http://%)',
        '||',
        '||a ',
        '||a|| ',
      ],
      ...[
        'a|| ',
        '||\n',
        '||\na\n',
        '||\n```\n',
        '`',
        '`a',
        '` ',
        '``a`',
        '<@',
        '<',
        '\\',
        '\\*',
        '> ',
        '> > ',
        '>\n',
        '> a\n',
        '> > ||\n',
      ],
      ...[
        '- a\n',
        '  - a\n',
        '- a\n\n',
        '1. a\n- b\n    - c\n',
        '```\n',
        '```a\n',
        '~~~\n```\n',
        '\n',
        ' ',
        '\u200b',
        '*\u200b',
        'a',
        '\ud800',
      ],
    ].map((text) => [nameOf(text), repeat(text)]),
  ),
  'backticks of growing length': (characters) => growing((count) => `${'`'.repeat(count)}a`, characters),
  'fences of falling length': (characters) =>
    growing((count) => `${'`'.repeat(count)}\n`, characters)
      .split('\n')
      .reverse()
      .join('\n'),
  'lists of growing depth': (characters) => growing((count) => `${' '.repeat(count)}- a\n`, characters),
  'brackets around brackets': (characters) => `${'['.repeat(characters / 2)}${']'.repeat(characters / 2)}`,
  'marks around marks': (characters) => `${'*a '.repeat(characters / 6)}${' a*'.repeat(characters / 6)}`,
}

/** The text as a cell of the table can hold it. */
function nameOf(text: string): string {
  const escaped = [...JSON.stringify(text)].map((one) => (one > '~' ? encodeURI(one.toWellFormed()) : one))
  return escaped.join('').replaceAll('|', '\\|')
}

function growing(piece: (count: number) => string, characters: number): string {
  let text = ''
  for (let count = 1; text.length < characters; count += 1) text += piece(count)
  return text.slice(0, characters)
}

function timeOf(run: () => unknown): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

/** Milliseconds of the fastest run of each, in turns. */
function fastestOf(one: () => unknown, other: () => unknown): [number, number] {
  let fastest: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round += 1)
    fastest = [Math.min(fastest[0], timeOf(one)), Math.min(fastest[1], timeOf(other))]
  return fastest
}

const parseAll = () => messages.map((message) => parseMarkup(message))
const lexAll = () => messages.map((message) => marked.lexer(message))
const [own, reference] = fastestOf(parseAll, lexAll)
report({
  what: 'parsing 1,000 mixed messages',
  covo: `${own.toFixed(1)} ms`,
  reference: `${reference.toFixed(1)} ms, marked`,
  ratio: (own / reference).toFixed(2),
  budget: '≤ 0.5',
  isMet: own / reference <= 0.5,
})

let slowest = { time: 0, name: '' }
let steepest = { ratio: 0, name: '' }
for (const [name, fill] of Object.entries(hostile)) {
  const [short, long] = [fill(length), fill(2 * length)]
  const measure = (): [number, number] =>
    fastestOf(
      () => parseMarkup(short),
      () => parseMarkup(long),
    )
  let [half, whole] = measure()
  // Something else on the machine can make one measurement slow, not several.
  for (let again = 0; again < 2 && whole / half > steepestAllowed; again += 1) [half, whole] = measure()
  const ratio = whole / half
  if (half > slowest.time) slowest = { time: half, name }
  if (ratio > steepest.ratio) steepest = { ratio, name }
}
report({
  what: `parsing the worst of ${Object.keys(hostile).length} hostile texts of 2,000 characters; of 4,000`,
  covo: `${slowest.time.toFixed(2)} ms (${slowest.name})`,
  reference: `the same of half the length (${steepest.name})`,
  ratio: steepest.ratio.toFixed(2),
  budget: `≤ 10 ms; ≤ ${steepestAllowed}`,
  isMet: slowest.time <= 10 && steepest.ratio <= steepestAllowed,
})
