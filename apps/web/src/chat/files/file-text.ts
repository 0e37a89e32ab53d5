import type { ErrorCode, ErrorParams } from '@covo/contract/errors'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, request } from '../../platform/api.ts'

/** The text of a short file, which never changes. */
export const fileTextQuery = (id: string) =>
  queryOptions({
    queryKey: ['chat', 'file', id],
    queryFn: async () => {
      const response = await request('GET /api/files/{fileId}', { param: { fileId: id } })
      if (response.ok) return await response.text()
      const problem = (await response.json()) as { code: ErrorCode; params?: ErrorParams }
      throw new ApiError(problem.code, problem.params ?? {})
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
