import type { Token } from '@covo/contract/tokens/tokens.routes'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { BotsPanel } from './bots-panel.tsx'
import { ConfirmedButton } from './confirmed-button.tsx'
import styles from './settings.module.css'
import { Setting, SettingsPanel } from './settings-panel.tsx'
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
      <div className={styles.settings}>
        <SettingsPanel title={tokenTexts.tokens}>
          <Setting
            what={
              <p>
                {tokenTexts.hint} <a href="/sviluppatori">{tokenTexts.reference}</a>
              </p>
            }
          >
            <Button variant="primary" onClick={() => setIsMaking(true)}>
              {tokenTexts.create}
            </Button>
          </Setting>
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
  if (data.tokens.length === 0) return <Setting what={<p>{tokenTexts.none}</p>} />
  return (
    <ul aria-label={tokenTexts.list}>
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
    <Setting
      as="li"
      what={
        <>
          <strong id={id}>
            <bdi>{name}</bdi>
          </strong>
          <TokenUse {...token} />
        </>
      }
    >
      <ConfirmedButton
        label={tokenTexts.revoke}
        describedBy={id}
        isBusy={isBusy}
        title={tokenTexts.revokeTitle}
        text={tokenTexts.revokeText(name)}
        onConfirm={onRevoke}
      />
    </Setting>
  )
}
