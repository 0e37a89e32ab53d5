import type { Token } from '@covo/contract/tokens/tokens.routes'
import { formatDay, formatDayOfUse } from './format-day.ts'
import styles from './settings.module.css'
import { scopeNames, tokenTexts } from './tokens.texts.it.ts'

/** A token's scopes, its dates of creation and expiry, and the day of its last use. */
export function TokenUse({ scopes, createdAt, expiresAt, lastUsedOn }: Omit<Token, 'id' | 'name'>) {
  return (
    <>
      <span>{scopes.map((scope) => scopeNames[scope]).join(' · ')}</span>
      <span>
        <span>{`${tokenTexts.created(formatDay(new Date(createdAt)))} · `}</span>
        <Expiry expiresAt={expiresAt} />
      </span>
      <span>{lastUsedOn ? tokenTexts.lastUsed(formatDayOfUse(lastUsedOn)) : tokenTexts.unused}</span>
    </>
  )
}

function Expiry({ expiresAt }: Pick<Token, 'expiresAt'>) {
  if (!expiresAt) return <span>{tokenTexts.neverExpires}</span>
  const end = new Date(expiresAt)
  if (end.getTime() <= Date.now()) return <em className={styles.expired}>{tokenTexts.expired}</em>
  return <span>{tokenTexts.expires(formatDay(end))}</span>
}
