import { pinnedNode, root, run } from './child.mjs'

// `npm run soak` runs the tests that measure, `npm run soak -- storm` those of them whose path has the word, and `npm run soak -- S-20`
// repeats for long what the gate's tests of that id do a few times, as `failover` does. `memory` is a measurement of bench that lasts
// an hour.
const [asked = ''] = process.argv.slice(2)
const word = asked === 'failover' ? 'R-23' : asked
const env = { ...process.env, COVO_SOAK: word }
const script =
  word === 'memory'
    ? [`${root}/bench/memory.ts`]
    : /^([A-Z]-\d\d|greedy)$/.test(word)
      ? [`${root}/node_modules/vitest/vitest.mjs`, 'run', '-t', `\\(${word}\\)`, '--testTimeout=0']
      : [`${root}/scripts/test.ts`, '--kind=soak', ...process.argv.slice(2)]
process.exitCode = (await run(pinnedNode, script, { env, show: true })).code
