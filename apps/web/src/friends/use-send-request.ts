import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../platform/api.ts'
import { friendsKey } from '../platform/friendship.ts'
import { type AskedPerson, askedQuery, searchesKey, takeOut } from './friends.queries.ts'

/**
 * Asks somebody who was found to be friends. They are shown as asked at once, and as they were if the server refuses.
 * Answers the relation of the two: a request that crosses another makes them friends.
 */
export function useSendRequest(query: string) {
  const queryClient = useQueryClient()

  const changeAsked = (change: (asked: AskedPerson[]) => AskedPerson[]) =>
    queryClient.setQueryData(askedQuery.queryKey, (asked = []) => change(asked))
  const without = (asked: AskedPerson[], { uid }: FoundPerson) =>
    asked.filter(({ person }) => person.uid !== uid)

  return useMutation({
    mutationFn: ({ uid }: FoundPerson) => call('POST /api/friends/requests', { json: { uid } }),
    onMutate: async (person) => {
      changeAsked((asked) => [...without(asked, person), { person, query, relation: 'requested' }])
      return await takeOut(queryClient, searchesKey, person.uid)
    },
    onSuccess: ({ relation }, { uid }) => {
      // News of an acceptance may come before the answer that the request was stored.
      if (relation === 'requested') return
      changeAsked((asked) => asked.map((one) => (one.person.uid === uid ? { ...one, relation } : one)))
    },
    onError: (_error, person, putBack) => {
      changeAsked((asked) => without(asked, person))
      putBack?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
