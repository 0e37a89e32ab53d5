import { textKey } from '@covo/contract/text'

/** How many of the most used passwords nobody may take. */
const refusedPasswords = 10_000
/** Shorter ones are refused for their length. */
const shortest = 6

let refused: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among those that everybody tries first, in any case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  refused ??= readRefused()
  return (await refused).has(textKey(password))
}

/** The most used passwords, the most used first. */
export async function readCommonPasswords(): Promise<string[]> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common']
    .filter((password) => password.length >= shortest)
    .slice(0, refusedPasswords)
}

async function readRefused(): Promise<ReadonlySet<string>> {
  return new Set(await readCommonPasswords())
}
