import { maximumPasswordLength, minimumPasswordLength } from '@covo/contract/auth/auth.rules'
import { providerPopupPath } from '@covo/contract/auth/provider-popup'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import type { Database } from '../platform/database/database.ts'
import { type Log, withoutValues } from '../platform/log/log.ts'
import { hashPassword, verifyPassword } from './password-hashing.ts'

const day = 24 * 60 * 60

/** Seconds after which a session ends that isn't used. */
export const sessionLife = 30 * day

/** Seconds after which a session ends, however often it is used (OWASP ASVS 5.0, 7.3.2). */
export const longestSessionLife = 90 * day

const noTokens = { accessToken: null, refreshToken: null, idToken: null }

export type AuthenticationOptions = {
  database: Database
  secret: string
  origin: string
  log: Log
  /** Where members may sign in besides. */
  plugins?: BetterAuthPlugin[]
  /** Refuses people whom a provider identified. */
  validateUserInfo?: ValidateUserInfo
}

export type ValidateUserInfo = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>

/**
 * The authentication library on our tables. Its own routes are not mounted: the slice's service calls it, so that every
 * answer is one of our codes and every limit is ours.
 */
export function createAuthentication(options: AuthenticationOptions) {
  const { database, secret, origin, log, plugins = [], validateUserInfo } = options
  const isHttps = origin.startsWith('https:')
  return betterAuth({
    secret,
    baseURL: origin,
    database: { db: database, type: 'postgres', transaction: true },
    advanced: {
      database: { generateId: 'uuid', validateSchema: false },
      // A name with this prefix is taken only from this very host, over https (RFC 6265bis, section 4.1.3.2).
      cookiePrefix: isHttps ? '__Host-covo' : 'covo',
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps },
      ipAddress: { disableIpTracking: true },
    },
    plugins,
    onAPIError: { errorURL: `${origin}${providerPopupPath}` },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => log[level]({ library: 'better-auth' }, withoutValues(String(message))),
      level: 'error',
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: minimumPasswordLength,
      maxPasswordLength: maximumPasswordLength,
      password: {
        hash: hashPassword,
        verify: verifyPassword,
      },
    },
    session: {
      modelName: 'sessions',
      expiresIn: sessionLife,
      updateAge: day,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        lastUsedOn: { type: 'string', required: false, input: false, fieldName: 'last_used_on' },
      },
    },
    user: {
      modelName: 'users',
      ...(validateUserInfo && { validateUserInfo }),
      fields: {
        name: 'display_name',
        image: 'photo_url',
        emailVerified: 'email_verified',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        displayNameChosen: {
          type: 'boolean',
          required: false,
          defaultValue: false,
          fieldName: 'display_name_chosen',
        },
        verificationAskedAt: { type: 'date', required: false, fieldName: 'verification_asked_at' },
        blockedAt: { type: 'date', required: false, input: false, fieldName: 'blocked_at' },
        suspendedUntil: { type: 'date', required: false, input: false, fieldName: 'suspended_until' },
      },
    },
    account: {
      modelName: 'accounts',
      // A sign-in at the provider stores nothing when it begins: the state travels in an encrypted cookie.
      storeStateStrategy: 'cookie',
      // The owner of an address at a provider need not own the account with that address here.
      accountLinking: { enabled: false },
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    databaseHooks: {
      account: {
        // Nothing is asked of a provider after the sign-in: its tokens are not kept.
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
    },
    verification: {
      modelName: 'verifications',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
  })
}

export type Authentication = ReturnType<typeof createAuthentication>
