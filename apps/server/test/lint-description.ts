import { createRequire } from 'node:module'

type Redocly = {
  createConfig(config: string): Promise<object>
  lintFromString(options: {
    source: string
    absoluteRef: string
    config: object
  }): Promise<{ ruleId: string; message: string }[]>
}

// `require` is untyped: Redocly's own types, with those of GraphQL and AJV, would take a third of the type check.
const { createConfig, lintFromString } = createRequire(import.meta.url)('@redocly/openapi-core') as Redocly

/** How an OpenAPI or AsyncAPI document breaks the recommended rules of Redocly; `rules` changes some of them, in YAML. */
export async function lintDescription(source: string, rules = '{}'): Promise<string[]> {
  const config = await createConfig(`extends: [recommended]\nrules: ${rules}`)
  const problems = await lintFromString({ source, absoluteRef: 'description.json', config })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}
