import type { Token } from '@covo/contract/tokens/tokens.routes'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { BotsPanel } from './bots-panel.tsx'
import { ConfirmedButton } from './confirmed-button.tsx'
import styles from './security.module.css'
import settingsStyles from './settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { SettingsSections } from './settings-sections.tsx'
import { TokenUse } from './token-use.tsx'
import { tokensQuery, useRevokeToken } from './tokens.queries.ts'
import { tokenTexts } from './tokens.texts.it.ts'

// With its fields, which are of a library: few open it.
const TokenDialog = lazy(() =>
  import('./token-dialog.tsx').then((module) => ({ default: module.TokenDialog })),
)

/** The tokens by which the member's programs sign in. */
export function TokensScreen() {
  const [isMaking, setIsMaking] = useState(false)
  return (
    <Screen title={tokenTexts.title} route="impostazioni/api">
      <SettingsSections />
      <div className={settingsStyles.settings}>
        <SettingsPanel title={tokenTexts.tokens}>
          <p className={styles.hint}>
            {tokenTexts.hint} <a href="/sviluppatori">{tokenTexts.reference}</a>
          </p>
          <div className={styles.actions}>
            <Button variant="primary" onClick={() => setIsMaking(true)}>
              {tokenTexts.create}
            </Button>
          </div>
          <Tokens />
        </SettingsPanel>
        <BotsPanel />
      </div>
      {isMaking && (
        <Suspense>
          <TokenDialog onClose={() => setIsMaking(false)} />
        </Suspense>
      )}
    </Screen>
  )
}

function Tokens() {
  const { data, isError, refetch } = useQuery(tokensQuery)
  const revoke = useRevokeToken()
  if (isError && !data) return <LoadFailure onRetry={refetch} />
  if (!data) return null
  if (data.tokens.length === 0) return <EmptyState text={tokenTexts.none} />
  return (
    <ul className={`${styles.devices} ${styles.tokens}`} aria-label={tokenTexts.list}>
      {data.tokens.map((token) => (
        <Contained as="li" key={token.id}>
          <TokenRow
            token={token}
            isBusy={revoke.isPending && revoke.variables === token.id}
            onRevoke={() => revoke.mutate(token.id)}
          />
        </Contained>
      ))}
    </ul>
  )
}

type TokenRowProps = { token: Token; isBusy: boolean; onRevoke: () => void }

function TokenRow({ token, isBusy, onRevoke }: TokenRowProps) {
  const id = useId()
  const { name } = token
  return (
    <li className={styles.device}>
      <div className={styles.about}>
        <strong id={id}>
          <bdi>{name}</bdi>
        </strong>
        <TokenUse {...token} />
      </div>
      <ConfirmedButton
        label={tokenTexts.revoke}
        describedBy={id}
        isBusy={isBusy}
        title={tokenTexts.revokeTitle}
        text={tokenTexts.revokeText(name)}
        onConfirm={onRevoke}
      />
    </li>
  )
}
