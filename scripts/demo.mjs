import './require-node.mjs'
import { spawn } from 'node:child_process'
import { pinnedNode, root } from './child.mjs'

const dataDirectory = `${root}/data-demo`
const port = Number(process.env.PORT || 3000)

// Made-up people belong into a database of their own, whatever is configured, and sign in at a provider of their own.
for (const name of ['COVO_DATABASE_URL', 'COVO_SMTP_URL', 'COVO_OIDC_CLIENT_SECRET']) {
  delete process.env[name]
  delete process.env[`${name}_FILE`]
}
Object.assign(process.env, {
  COVO_DATA_DIR: dataDirectory,
  COVO_OIDC_ISSUER: `http://127.0.0.1:${port + 1}`,
  COVO_OIDC_CLIENT_ID: 'covo',
  COVO_OIDC_CLIENT_SECRET: 'a secret between two programs on one machine',
  COVO_OIDC_LABEL: 'Provider di prova',
})

await import('./start.mjs')
if (!process.exitCode) {
  // It ends by itself when the server has ended.
  spawn(pinnedNode, ['packages/testing/src/demo.ts', dataDirectory, `http://localhost:${port}`], {
    cwd: root,
    stdio: 'inherit',
  })
}
