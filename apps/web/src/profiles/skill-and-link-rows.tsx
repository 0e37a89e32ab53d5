import type { Profile } from '@covo/contract/profiles/profiles.routes'
import { isProfileLink } from '@covo/contract/profiles/profiles.rules'
import { OuterLink } from '../ui/outer-link.tsx'
import { DefinitionRow } from './definition-row.tsx'
import styles from './profile.module.css'
import { profilesTexts } from './profiles.texts.it.ts'

/** A member's skills and links; nothing where there are none. */
export function SkillAndLinkRows({ interessi = [], links = [] }: Pick<Profile, 'interessi' | 'links'>) {
  return (
    <>
      {interessi.length > 0 && (
        <DefinitionRow
          name={profilesTexts.skills}
          value={
            <ul className={styles.skills}>
              {interessi.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          }
        />
      )}
      {links.length > 0 && (
        <DefinitionRow
          name={profilesTexts.links}
          value={
            <ul className={styles.links}>
              {links.map((link) => (
                <li key={link}>
                  {isProfileLink(link) ? (
                    <OuterLink href={link} brief={link} rel="noopener noreferrer nofollow ugc" />
                  ) : (
                    link
                  )}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}
