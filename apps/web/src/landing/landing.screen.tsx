import { IconFlag2Filled } from '@tabler/icons-react'
import { useLocation } from 'react-router'
import { instanceName } from '../platform/instance.ts'
import { visitorScreens } from '../screens.ts'
import { ArchDecoration } from '../ui/arch-decoration.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from '../ui/logo.tsx'
import { PolicyLinks } from '../ui/policy-links.tsx'
import { useScreenTitle } from '../ui/screen.tsx'
import styles from './landing.module.css'
import { landingTexts, sampleChat, sampleEvent } from './landing.texts.it.ts'

/** The page that greets a visitor. */
export function LandingScreen() {
  const heading = useScreenTitle(null)
  const { state } = useLocation() as { state: { notice?: unknown } | null }
  return (
    <main className={styles.page}>
      <div className={styles.words}>
        <Logo className={styles.mark} />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {instanceName}
        </h1>
        <p className={styles.tagline}>{landingTexts.tagline}</p>
        <p className={styles.pitch}>{landingTexts.pitch}</p>
        {typeof state?.notice === 'string' && (
          <p role="alert" className={styles.notice}>
            {state.notice}
          </p>
        )}
        <div className={styles.actions}>
          <ButtonLink to={visitorScreens.register.path} variant="primary" size="large">
            {landingTexts.register}
          </ButtonLink>
          <ButtonLink to={visitorScreens.login.path} variant="secondary" size="large">
            {landingTexts.login}
          </ButtonLink>
        </div>
        <div className={styles.statistics}>
          {landingTexts.statistics.map(([figure, name]) => (
            <p key={name}>
              <strong>{figure}</strong> {name}
            </p>
          ))}
        </div>
        <div className={styles.policies}>
          <PolicyLinks />
        </div>
      </div>
      <ArchDecoration className={styles.doorway}>
        <SampleChat />
      </ArchDecoration>
    </main>
  )
}

function SampleChat() {
  return (
    <div className={styles.sample}>
      <div className={styles.event}>
        <span className={styles.date}>
          <small>{sampleEvent.month}</small>
          {sampleEvent.day}
        </span>
        <span>
          <span className={styles.badge}>
            <IconFlag2Filled />
            {sampleEvent.category}
          </span>
          <strong>{sampleEvent.title}</strong>
          <span className="mono">{sampleEvent.facts}</span>
        </span>
      </div>
      {sampleChat.map(({ author, tone, time, texts }) => (
        <div key={time} className={author ? styles.group : styles.own}>
          {author && <Avatar person={{ uid: tone, name: author, photoURL: null }} />}
          <div className={styles.bubbles}>
            <span>
              {author && <strong>{author}</strong>} <span className="mono">{time}</span>
            </span>
            {texts.map((text) => (
              <p key={text}>
                {text
                  .split(/(`[^`]+`)/)
                  .map((part) => (part.startsWith('`') ? <code key={part}>{part}</code> : part))}
              </p>
            ))}
          </div>
        </div>
      ))}
      <div className={styles.composer}>{landingTexts.composer}</div>
    </div>
  )
}
