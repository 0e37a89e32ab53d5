import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import { IconCamera, IconPencil, IconSettings } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { hasExtensions } from '../platform/instance.ts'
import { useMember } from '../platform/member.ts'
import { editProfilePath, memberScreens } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Email } from '../ui/email.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { Screen } from '../ui/screen.tsx'
import { showToast } from '../ui/toast.tsx'
import { DefinitionRow } from './definition-row.tsx'
import styles from './profile.module.css'
import { formatBirthDate, formatMonth } from './profile-dates.ts'
import { ProfileForm } from './profile-form.tsx'
import { profilesTexts } from './profiles.texts.it.ts'
import { SkillAndLinkRows } from './skill-and-link-rows.tsx'

const PhotoDialog = lazy(() =>
  import('./photo-dialog.tsx').then((module) => ({ default: module.PhotoDialog })),
)

/** The member's own profile, to read and to edit. */
export function ProfileScreen() {
  const member = useMember()
  const navigate = useNavigate()
  const { pathname, hash } = useLocation()
  const isAskedToEdit = `${pathname}${hash}` === editProfilePath
  const [isEditing, setIsEditing] = useState(isAskedToEdit)
  const editButton = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    // The form opens once, and not again at each reload.
    if (isAskedToEdit) history.replaceState(history.state, '', pathname)
  }, [isAskedToEdit, pathname])

  function stopEditing() {
    flushSync(() => setIsEditing(false))
    editButton.current?.focus()
  }

  return (
    <Screen title={profilesTexts.title} route="profilo">
      <div className={styles.profile}>
        <section className={styles.head} aria-labelledby="profile-name">
          <Photo member={member} />
          <div className={styles.who}>
            <h2 id="profile-name">
              <bdi>{member.displayName}</bdi>
            </h2>
            {member.professione && <p>{member.professione}</p>}
            <p className={styles.email}>
              <Email address={member.email} />
            </p>
          </div>
          {!isEditing && (
            <Button ref={editButton} className={styles.edit} onClick={() => setIsEditing(true)}>
              <IconPencil aria-hidden="true" />
              {profilesTexts.edit}
            </Button>
          )}
        </section>
        <section className={styles.card} aria-label={profilesTexts.details}>
          {isEditing ? <ProfileForm member={member} onDone={stopEditing} /> : <Details member={member} />}
        </section>
        <section className={styles.card} aria-label={profilesTexts.statistics}>
          <dl className={styles.statistics}>
            <Statistic name={profilesTexts.friends} value={String(member.friendCount)} />
            <Statistic
              name={profilesTexts.memberSince}
              value={formatMonth(member.createdAt) ?? profilesTexts.notAvailable}
            />
          </dl>
        </section>
        <section className={styles.account} aria-label={profilesTexts.settings}>
          <InlineAlert kind="info">{profilesTexts.aboutPassword}</InlineAlert>
          <Button onClick={() => navigate(memberScreens.settings.path)}>
            <IconSettings aria-hidden="true" />
            {profilesTexts.settings}
          </Button>
        </section>
      </div>
    </Screen>
  )
}

/** The picture, which can be changed where the instance has the extensions. */
function Photo({ member }: { member: OwnProfile }) {
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className={styles.photo}>
      <Avatar
        person={{ uid: member.uid, name: member.displayName, photoURL: member.photoURL }}
        size="portrait"
      />
      <button
        type="button"
        className={styles.camera}
        aria-label={profilesTexts.changePhoto}
        onClick={() => (hasExtensions ? setIsChanging(true) : showToast('info', profilesTexts.photoNotYet))}
      >
        <IconCamera aria-hidden="true" />
      </button>
      {isChanging && (
        <Suspense>
          <PhotoDialog member={member} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Details({ member }: { member: OwnProfile }) {
  return (
    <dl className={styles.details}>
      <DefinitionRow
        name={profilesTexts.displayName}
        value={member.displayName && <bdi>{member.displayName}</bdi>}
      />
      <DefinitionRow name={profilesTexts.profession} value={member.professione} />
      <DefinitionRow name={profilesTexts.city} value={member.citta} />
      <DefinitionRow name={profilesTexts.phone} value={member.telefono} />
      <DefinitionRow name={profilesTexts.birthDate} value={formatBirthDate(member.dataNascita)} />
      <DefinitionRow
        name={profilesTexts.bio}
        value={member.bio && <LinkedText text={member.bio} />}
        missing={profilesTexts.noBio}
      />
      <SkillAndLinkRows interessi={member.interessi} links={member.links} />
    </dl>
  )
}

function Statistic({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
