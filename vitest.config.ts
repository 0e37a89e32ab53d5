import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    // What a server said before it ended stands in the message of the failure.
    chaiConfig: { truncateThreshold: 1_000 },
    // Bounds for what hangs, and no others: a busy machine may take several times as long as a quiet one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts'],
          exclude: ['apps/server/test/security/greedy/**'],
          globalSetup: ['apps/server/test/template-database.ts'],
          // What repeats for long measures: to check and collect takes its clients a third of their time.
          ...(process.env.COVO_SOAK
            ? { execArgv: ['--max-semi-space-size=64'] }
            : { setupFiles: ['apps/server/test/described-answers.ts'] }),
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['apps/server/test/security/greedy/**/*.test.ts'],
          // After the others: what it measures must not be what they cost.
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: { name: 'packages', include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
    ],
  },
})
