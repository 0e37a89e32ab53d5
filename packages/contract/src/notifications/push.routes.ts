import { createRoute, z } from '@hono/zod-openapi'
import { json, jsonBody, problems, signedIn } from '../http.ts'

const tags = ['notifications']

/** Devices of one member that get pushes. */
export const maximumPushSubscriptions = 10

const base64url = z.string().regex(/^[\w-]+={0,2}$/)

/** The content of a push, sealed for the service worker alone. */
export type PushMessage = {
  title: string
  body: string
  /** The page that a press opens. */
  path: string
  /** Of one thing, however often: the newest takes the place of the one before. */
  tag: string
  /** The conversation, event or person that it is about. */
  about: string
  /** The tags of unread messages and notifications; null where they are too many to name. */
  unread: string[] | null
}

export const readPushKeyRoute = createRoute({
  operationId: 'readPushKey',
  summary: 'Returns the public key for push subscriptions',
  description: "The public key of the instance's VAPID key pair (RFC 8292), for `pushManager.subscribe`.",
  method: 'get',
  path: '/api/push/key',
  tags,
  security: signedIn,
  responses: {
    200: json('The key, in base64url', z.object({ publicKey: z.string() })),
    ...problems('common.unauthenticated'),
  },
})

export const subscribeToPushRoute = createRoute({
  operationId: 'subscribeToPush',
  summary: 'Subscribes the device of this session to push notifications',
  description: 'Replaces the previous subscription of the session. Ends with the session.',
  method: 'put',
  path: '/api/push/subscription',
  tags,
  security: signedIn,
  request: jsonBody(
    z.object({
      endpoint: z.string().max(1000),
      keys: z.object({ p256dh: base64url.max(100), auth: base64url.max(30) }),
    }),
    {
      endpoint: 'https://push.example/send/abc',
      keys: { p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTp', auth: 'tBHItJI5svbpez7KI4CCXg' },
    },
  ),
  responses: {
    204: { description: 'Subscribed' },
    ...problems('common.unauthenticated', 'notifications.push_service_refused', 'notifications.push_full'),
  },
})

export const unsubscribeFromPushRoute = createRoute({
  operationId: 'unsubscribeFromPush',
  summary: 'Unsubscribes the device of this session from push notifications',
  description: 'Idempotent.',
  method: 'delete',
  path: '/api/push/subscription',
  tags,
  security: signedIn,
  responses: { 204: { description: 'Unsubscribed' }, ...problems('common.unauthenticated') },
})

export const testPushRoute = createRoute({
  operationId: 'testPush',
  summary: 'Sends a test notification to the device of this session',
  description: 'Sent during quiet hours too.',
  method: 'post',
  path: '/api/push/test',
  tags,
  security: signedIn,
  responses: {
    204: { description: 'Being sent' },
    ...problems('common.unauthenticated', 'notifications.no_subscription'),
  },
})
