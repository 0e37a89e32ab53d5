import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { useOutletContext } from 'react-router'

/** The signed-in member's own document. The shell shows its screens only when it is there. */
export function useMember(): OwnProfile {
  return useOutletContext<OwnProfile>()
}
