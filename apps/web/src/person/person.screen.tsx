import { Navigate, useParams } from 'react-router'
import { FriendControls } from '../friends/friend-controls.tsx'
import { useMember } from '../platform/member.ts'
import { isUuid } from '../platform/uuid.ts'
import { MemberProfile } from '../profiles/member-profile.tsx'
import { memberScreens } from '../screens.ts'
import { BackToLast } from '../ui/back-link.tsx'
import { personTexts } from '../ui/person.texts.it.ts'

/** Another member: their profile, and the actions on friendship with them. */
export function PersonScreen() {
  const { uid = '' } = useParams()
  const { uid: ownId } = useMember()
  const known = uid.toLowerCase()
  if (!isUuid(known)) return <Navigate to={memberScreens.home.path} replace />
  if (known === ownId) return <Navigate to={memberScreens.profile.path} replace />
  return (
    <MemberProfile
      uid={known}
      back={<BackToLast to={memberScreens.friends.path}>{personTexts.backToFriends}</BackToLast>}
      controls={(profile, onChanged) => (
        <FriendControls person={profile} relation={profile.relation} onChanged={onChanged} />
      )}
    />
  )
}
