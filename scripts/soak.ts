import { pinnedNode, root, run } from './child.mjs'

const [id = ''] = process.argv.slice(2)
if (/^([A-Z]-\d\d|greedy)$/.test(id)) {
  const words = [`${root}/node_modules/vitest/vitest.mjs`, 'run', '-t', `\\(${id}\\)`, '--testTimeout=0']
  process.exitCode = (
    await run(pinnedNode, words, { env: { ...process.env, COVO_SOAK: id }, show: true })
  ).code
} else if (id === 'memory') {
  const env = { ...process.env, COVO_SOAK: id }
  process.exitCode = (await run(pinnedNode, [`${root}/bench/memory.ts`], { env, show: true })).code
} else {
  console.error(
    'Name the test to run for long by its id: npm run soak -- S-20 | S-13 | greedy | memory. They repeat what `npm test` and `npm run bench` do briefly.',
  )
  process.exitCode = 1
}
