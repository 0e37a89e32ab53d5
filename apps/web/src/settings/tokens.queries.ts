import { foldTokens } from '@covo/contract/tokens/tokens.fold'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call, describeError } from '../platform/api.ts'
import { liveQuery } from '../platform/live-query.ts'
import { showToast } from '../ui/toast.tsx'
import { revocationErrors, tokenTexts } from './tokens.texts.it.ts'

/** The member's tokens, without their secrets. */
export const tokensQuery = liveQuery(
  queryOptions({ queryKey: ['tokens'], queryFn: () => call(api.api.tokens.$get()) }),
  foldTokens,
)

/** Revokes a token by its id. */
export function useRevokeToken() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.api.tokens[':id'].$delete({ param: { id } })),
    onSuccess: () => showToast('done', tokenTexts.revoked),
    onError: (error) => showToast('failed', describeError(error, revocationErrors)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}
