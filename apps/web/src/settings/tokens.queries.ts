import { foldBots, foldTokens } from '@covo/contract/tokens/tokens.fold'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, describeError } from '../platform/api.ts'
import { liveQuery } from '../platform/live-query.ts'
import { showToast } from '../ui/toast.tsx'
import { botRoomErrors, botTexts, deletionErrors, webhookRevocationErrors } from './bots.texts.it.ts'
import { revocationErrors, tokenTexts } from './tokens.texts.it.ts'

/** Of all queries about tokens. */
export const tokensKey = ['tokens'] as const

/** The member's tokens, without their secrets. */
export const tokensQuery = liveQuery(
  queryOptions({ queryKey: [...tokensKey, 'own'], queryFn: () => call('GET /api/tokens') }),
  foldTokens,
)

/** The member's bots, with the scopes and last use of their tokens. */
export const botsQuery = liveQuery(
  queryOptions({ queryKey: [...tokensKey, 'bots'], queryFn: () => call('GET /api/bots') }),
  foldBots,
)

/** The rooms by subject, for their names. */
export const namedRoomsQuery = queryOptions({
  queryKey: [...tokensKey, 'rooms'],
  queryFn: () => call('GET /api/rooms'),
})

/** Revokes a token by its id. */
export function useRevokeToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/tokens/{id}', { param: { id } }),
    onSuccess: () => showToast('done', tokenTexts.revoked),
    onError: (error) => showToast('failed', describeError(error, revocationErrors)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

/** Deletes a bot of the member by its uid. */
export function useDeleteBot() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (uid: string) => call('DELETE /api/bots/{uid}', { param: { uid } }),
    onSuccess: () => showToast('done', botTexts.deleted),
    onError: (error) => showToast('failed', describeError(error, deletionErrors)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: botsQuery.queryKey }),
  })
}

/** Lets a bot of the member enter a room, or leave it. */
export function useMoveBot(uid: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, enters }: { slug: string; enters: boolean }) => {
      const param = { uid, slug }
      return enters
        ? call('PUT /api/bots/{uid}/rooms/{slug}', { param })
        : call('DELETE /api/bots/{uid}/rooms/{slug}', { param })
    },
    onError: (error) => showToast('failed', describeError(error, botRoomErrors)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: botsQuery.queryKey }),
  })
}

/** Ends the address of a webhook of a bot of the member. */
export function useRevokeWebhook() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (param: { uid: string; id: string }) =>
      call('DELETE /api/bots/{uid}/webhooks/{id}', { param }),
    onSuccess: () => showToast('done', botTexts.webhookRevoked),
    onError: (error) => showToast('failed', describeError(error, webhookRevocationErrors)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: botsQuery.queryKey }),
  })
}
