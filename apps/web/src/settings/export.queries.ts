import { foldExport } from '@covo/contract/exports/exports.fold'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '../platform/api.ts'
import { askForConfirmation } from '../platform/confirmation.ts'
import { hasFiles } from '../platform/instance.ts'
import { liveQuery } from '../platform/live-query.ts'

export const archivePath = '/api/account/export/file'

/** The archive of the member's own data. */
export const exportQuery = liveQuery(
  queryOptions({
    queryKey: ['account', 'export'],
    queryFn: () => call('GET /api/account/export'),
  }),
  foldExport,
)

export const ownFilesPath = '/api/account/export/files'

/** Bytes of a ZIP archive that has no files. */
const emptyArchiveBytes = 22

/** How large the archive of the files that the member has sent is; null where there are none. */
export const ownFilesQuery = queryOptions({
  queryKey: ['account', 'own-files'],
  queryFn: async () => {
    const { ok, headers } = await fetch(ownFilesPath, { method: 'HEAD' })
    const bytes = Number(headers.get('content-length'))
    return ok && bytes > emptyArchiveBytes ? bytes : null
  },
  enabled: hasFiles,
})

/** Has the archive made; its news says when it is ready. */
export function useRequestExport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/account/export'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: exportQuery.queryKey }),
  })
}

/** Downloads the archive, once the server is seen to hand it out: a link alone would save its refusal. */
export function useDownloadExport() {
  return useMutation({
    mutationFn: async () => {
      const look = () => fetch(archivePath, { method: 'HEAD' })
      const { ok, status } = await look()
      // An answer without a body names no code; it is the only one of this status.
      if (status === 403 && !(await askForConfirmation()))
        throw new ApiError('account.confirmation_needed', {})
      if (ok || (await look()).ok) return window.location.assign(archivePath)
      // Its refusal has the reason.
      await call('GET /api/account/export/file')
    },
  })
}
