import type { FoundPerson } from '@covo/contract/friends/friends.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../platform/api.ts'
import { type Asked, askedQuery, friendsKey, searchesKey, takeOut } from './friends.queries.ts'

/**
 * Asks somebody who was found to be friends. They are shown as asked at once, and as they were if the server refuses.
 * Answers what the two are now: whoever was asked by the other before is a friend.
 */
export function useSendRequest(query: string) {
  const queryClient = useQueryClient()

  function setAsked(person: FoundPerson, relation: Asked['relation'] | null) {
    queryClient.setQueryData(askedQuery.queryKey, (asked = []) => {
      const others = asked.filter((one) => one.person.uid !== person.uid)
      return relation ? [...others, { person, query, relation }] : others
    })
  }

  return useMutation({
    mutationFn: ({ uid }: FoundPerson) => call(api.api.friends.requests.$post({ json: { uid } })),
    onMutate: async (person) => {
      setAsked(person, 'requested')
      return await takeOut(queryClient, searchesKey, person.uid)
    },
    onSuccess: ({ relation }, person) => setAsked(person, relation),
    onError: (_error, person, putBack) => {
      setAsked(person, null)
      putBack?.()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: friendsKey }),
  })
}
