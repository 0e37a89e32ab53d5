import { type Permission, webhookPermission } from '@covo/contract/scopes'
import type { Token, TokenForm } from '@covo/contract/tokens/tokens.routes'
import { maximumTokens, tokenProblem } from '@covo/contract/tokens/tokens.rules'
import { accountChanged } from '../auth/account.news.ts'
import { AppError } from '../platform/app-error.ts'
import { coalesceReads } from '../platform/coalesce-reads.ts'
import type { Database } from '../platform/database/database.ts'
import type { Limits } from '../platform/limits/limits.ts'
import type { RecordEvent } from '../platform/log/security-log.ts'
import { hashToken } from '../platform/random-token.ts'
import type { Newsroom } from '../platform/realtime/newsroom.ts'
import type { Viewer } from '../platform/viewer.ts'
import { newToken } from './new-token.ts'
import { isSecret } from './token-secrets.ts'
import {
  countTokens,
  deleteToken,
  findGoodToken,
  findTokens,
  insertToken,
  lockMaker,
  noteTokenUse,
  type TokenRow,
} from './tokens.store.ts'

export type TokensService = ReturnType<typeof createTokensService>

type TokensDependencies = {
  database: Database
  limits: Limits
  newsroom: Newsroom
  /** Rejects with `account.confirmation_needed` where the session was not confirmed lately. */
  requireConfirmation: (viewer: Viewer) => Promise<void>
}

/** The tokens by which programs of members sign in. Only their SHA-256 is stored: they are random, and long. */
export function createTokensService({ database, limits, newsroom, requireConfirmation }: TokensDependencies) {
  const findGood = coalesceReads((hash: string) => findGoodToken(database, hash))

  return {
    async listTokens(uid: string): Promise<Token[]> {
      return (await findTokens(database, uid)).map(toToken)
    },

    async makeToken(
      form: TokenForm,
      viewer: Viewer,
      record: RecordEvent,
    ): Promise<{ token: Token; secret: string }> {
      await requireConfirmation(viewer)
      const problem = tokenProblem(form)
      if (problem) throw AppError.of(problem)
      const seconds = await limits.take('tokensMade', viewer.uid)
      if (seconds) throw new AppError('tokens.too_many_made', { seconds })
      const { secret, values } = newToken(form)
      const made = await newsroom.transact(async (trx, publish) => {
        if (!(await lockMaker(trx, viewer))) throw new AppError('common.unauthenticated')
        if ((await countTokens(trx, viewer.uid)) >= maximumTokens) throw new AppError('tokens.too_many')
        publish(accountChanged(viewer.uid))
        return await insertToken(trx, viewer.uid, values)
      })
      record('token.made')
      return { token: toToken(made), secret }
    },

    /** Ends a token at every process, its sockets too. One that is gone is no error. */
    async revokeToken(id: string, { uid }: Viewer, record: RecordEvent): Promise<void> {
      const isRevoked = await newsroom.transact(async (trx, publish) => {
        const isDeleted = await deleteToken(trx, uid, id)
        if (isDeleted) publish(accountChanged(uid))
        return isDeleted
      })
      if (isRevoked) record('token.revoked')
    },

    /**
     * The member of a token, and its permissions; null where it opens nothing. Read at every request, so that none outlives its
     * end; written once a day.
     */
    async identify(secret: string): Promise<Viewer | null> {
      if (!isSecret(secret)) return null
      const token = await findGood(hashToken(secret))
      if (!token) return null
      if (token.lastUsedOn !== new Date().toISOString().slice(0, 10)) await noteTokenUse(database, token.id)
      const scopes = new Set<Permission>(token.isWebhook ? [webhookPermission] : token.scopes)
      return { uid: token.uid, sessionId: token.id, scopes }
    },
  }
}

function toToken({ createdAt, expiresAt, ...token }: TokenRow): Token {
  return {
    ...token,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}
