import { foldOwnProfile, foldProfile } from '@covo/contract/profiles/profiles.fold'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import type { Audience, Introduction, ProfileChanges } from '@covo/contract/profiles/profiles.rules'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../platform/api.ts'
import { keptOnDevice } from '../platform/last-seen.ts'
import { liveQuery } from '../platform/live-query.ts'
import { privacyQuery } from '../platform/privacy.ts'
import { showToast } from '../ui/toast.tsx'
import { profileErrors } from './profiles.texts.it.ts'

/** Who sees which fields, as far as it changes. */
export type Audiences = Partial<Record<Introduction, Audience>>

/** The signed-in member's own document. */
export const ownProfileQuery = liveQuery(
  queryOptions({
    queryKey: ['profiles', 'me'],
    queryFn: () => call('GET /api/profiles/me'),
    ...keptOnDevice,
  }),
  foldOwnProfile,
)

/** Another member's profile, as far as the viewer may see it. */
export function profileQuery(uid: string) {
  return liveQuery(
    queryOptions({
      queryKey: ['profiles', uid],
      queryFn: () => call('GET /api/profiles/{uid}', { param: { uid } }),
    }),
    foldProfile,
  )
}

/** Makes a picture the member's photo, or removes it where there is none. The dialog shows failures. */
export function useChangePhoto() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (makePhoto: () => Promise<Blob | null>) => {
      const body = await makePhoto()
      if (!body) return await call('DELETE /api/profiles/me/photo')
      return await call('PUT /api/profiles/me/photo', { body })
    },
    onSuccess: (saved) => storeOwnProfile(queryClient, saved),
  })
}

/**
 * Saves the changed fields of the own profile, which change on the screen once the server has stored them, and before them
 * who may see them. The form shows failures, but for an ended session, which takes the form away.
 */
export function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ changes, audiences }: { changes: ProfileChanges; audiences: Audiences }) => {
      // A text is never stored for more people than its author chose.
      if (Object.keys(audiences).length > 0) {
        const privacy = await call('PUT /api/settings/privacy', { json: audiences })
        queryClient.setQueryData(privacyQuery.queryKey, privacy)
      }
      return await call('PATCH /api/profiles/me', { json: changes })
    },
    onSuccess: (saved) => storeOwnProfile(queryClient, saved),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'common.unauthenticated')
        showToast('failed', profileErrors[error.code])
    },
  })
}

async function storeOwnProfile(queryClient: QueryClient, saved: OwnProfile): Promise<void> {
  // An answer that is under way may be from before.
  await queryClient.cancelQueries({ queryKey: ownProfileQuery.queryKey })
  queryClient.setQueryData(ownProfileQuery.queryKey, saved)
}
