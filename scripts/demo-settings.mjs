/**
 * The environment of a server with a made-up community: a database of its own, whatever is configured, and a provider to sign
 * in at, on the port after `port`.
 * @param {string} dataDirectory
 * @param {number} port of the address that people open
 * @returns {NodeJS.ProcessEnv}
 */
export function demoSettings(dataDirectory, port) {
  const replaced = /^COVO_(DATABASE_URL|SMTP_URL|OIDC_CLIENT_SECRET)(_FILE)?$/
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !replaced.test(name))),
    COVO_DATA_DIR: dataDirectory,
    COVO_EXTENSIONS: 'on',
    COVO_OIDC_ISSUER: `http://127.0.0.1:${port + 1}`,
    COVO_OIDC_CLIENT_ID: 'covo',
    COVO_OIDC_CLIENT_SECRET: 'a secret between two programs on one machine',
    COVO_OIDC_LABEL: 'Provider di prova',
  }
}
