import { useState } from 'react'
import { useMember } from '../platform/member.ts'
import { deviceStore } from '../platform/stores.ts'

/** Whether the member hid a card of the home on this device, for good: a sign-out doesn't remove the key. */
export function useHidden(card: 'firstSteps' | 'communityNeeds') {
  const key = `covo.${card}Hidden.${useMember().uid}`
  const [isHidden, setIsHidden] = useState(() => deviceStore.read(key) !== null)

  function hide() {
    deviceStore.keep(key, 'yes')
    setIsHidden(true)
  }

  return { isHidden, hide }
}
