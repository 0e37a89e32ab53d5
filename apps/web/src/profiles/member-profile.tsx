import type { Profile } from '@covo/contract/profiles/profiles.routes'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError, describeError } from '../platform/api.ts'
import { eventPath } from '../screens.ts'
import { Avatar } from '../ui/avatar.tsx'
import { BotMark } from '../ui/bot-mark.tsx'
import { Email } from '../ui/email.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { LinkedText } from '../ui/linked-text.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import { Screen } from '../ui/screen.tsx'
import { DefinitionRow } from './definition-row.tsx'
import styles from './profile.module.css'
import { formatBirthDate, formatMonth } from './profile-dates.ts'
import { profileQuery } from './profiles.queries.ts'
import { memberErrors, profilesTexts } from './profiles.texts.it.ts'
import { SkillAndLinkRows } from './skill-and-link-rows.tsx'

/** Another member's profile. `controls` draws the viewer's actions; `onChanged` is called after one. */
export function MemberProfile({
  uid,
  back,
  controls,
}: {
  uid: string
  back: ReactNode
  controls: (profile: Profile, onChanged: () => Promise<unknown>) => ReactNode
}) {
  const { data: profile, error, refetch } = useQuery(profileQuery(uid))
  const isMissing = error instanceof ApiError && error.code === 'profiles.not_found'
  if (isMissing || (error && !profile))
    return (
      <Screen title={profilesTexts.title} back={back}>
        <LoadFailure text={describeError(error, memberErrors)} onRetry={isMissing ? undefined : refetch} />
      </Screen>
    )
  return (
    <Screen
      title={profile?.displayName ?? profilesTexts.title}
      heading={
        profile ? (
          <>
            <bdi>{profile.displayName}</bdi>
            <BotMark uid={uid} />
          </>
        ) : (
          profilesTexts.title
        )
      }
      back={back}
    >
      <div className={styles.profile} aria-busy={!profile}>
        {profile ? (
          <>
            <section className={styles.head} aria-label={profilesTexts.member}>
              <Avatar
                person={{ uid, name: profile.displayName, photoURL: profile.photoURL }}
                size="portrait"
              />
              <dl className={styles.since}>
                <dt>{profilesTexts.memberSince}</dt>
                <dd>{formatMonth(profile.memberSince) ?? profilesTexts.notAvailable}</dd>
              </dl>
              {controls(profile, refetch)}
            </section>
            <section className={styles.card} aria-label={profilesTexts.details}>
              <Contained>
                <Fields profile={profile} />
              </Contained>
            </section>
            <Contained>
              <Shared profile={profile} />
            </Contained>
          </>
        ) : (
          <div className={`${styles.awaited} appears-late`} />
        )}
      </div>
    </Screen>
  )
}

/** The fields that are filled in and that the viewer may see. */
function Fields({ profile }: { profile: Profile }) {
  const { bio, professione, citta, telefono, dataNascita, email } = profile
  if (profile.isBot) return <p className={styles.forFriends}>{profilesTexts.bot}</p>
  const isSeen = (field: string | undefined) => field !== undefined
  if (![bio, professione, citta, telefono, dataNascita, email].some(isSeen))
    return <p className={styles.forFriends}>{profilesTexts.forFriendsAlone}</p>
  return (
    <dl className={styles.details}>
      {professione && <DefinitionRow name={profilesTexts.profession} value={professione} />}
      {citta && <DefinitionRow name={profilesTexts.city} value={citta} />}
      {telefono && <DefinitionRow name={profilesTexts.phone} value={telefono} />}
      {dataNascita && <DefinitionRow name={profilesTexts.birthDate} value={formatBirthDate(dataNascita)} />}
      {isSeen(email) && (
        <DefinitionRow
          name={profilesTexts.email}
          value={email && <Email address={email} />}
          missing={profilesTexts.noEmail}
        />
      )}
      {isSeen(bio) && (
        <DefinitionRow
          name={profilesTexts.bio}
          value={bio && <LinkedText text={bio} />}
          missing={profilesTexts.noBio}
        />
      )}
      <SkillAndLinkRows interessi={profile.interessi} links={profile.links} />
    </dl>
  )
}

/** The friends and events that the viewer shares with the member; nothing where there are none. */
function Shared({ profile: { sharedFriends, sharedEvents } }: { profile: Profile }) {
  if (sharedFriends.count + sharedEvents.count === 0) return null
  return (
    <section className={styles.card} aria-label={profilesTexts.shared}>
      <dl className={styles.details}>
        {sharedFriends.count > 0 && (
          <DefinitionRow
            name={`${profilesTexts.sharedFriends} (${sharedFriends.count})`}
            value={
              <Named count={sharedFriends.count}>
                {sharedFriends.people.map(({ uid, displayName }) => (
                  <PersonLink key={uid} uid={uid}>
                    <bdi>{displayName}</bdi>
                  </PersonLink>
                ))}
              </Named>
            }
          />
        )}
        {sharedEvents.count > 0 && (
          <DefinitionRow
            name={`${profilesTexts.sharedEvents} (${sharedEvents.count})`}
            value={
              <Named count={sharedEvents.count}>
                {sharedEvents.events.map(({ id, title }) => (
                  <Link key={id} to={eventPath(id)}>
                    <bdi>{title}</bdi>
                  </Link>
                ))}
              </Named>
            }
          />
        )}
      </dl>
    </section>
  )
}

/** The first of so many, and how many others there are. */
function Named({ count, children }: { count: number; children: ReactNode[] }) {
  return (
    <>
      {children.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a comma has no other name
        <Fragment key={index}>
          {index > 0 && <span>, </span>}
          {one}
        </Fragment>
      ))}
      {count > children.length && <span>{profilesTexts.others(count - children.length)}</span>}
    </>
  )
}
