import { completeLink } from '@covo/contract/addresses'
import {
  maximumProfileLinks,
  type ProfileForm as ProfileValues,
} from '@covo/contract/profiles/profiles.rules'
import { skills, skillsAmong } from '@covo/contract/skills'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import styles from './profile.module.css'
import { profilesTexts } from './profiles.texts.it.ts'

/** The member's skills and links within the form of the profile, and who sees both. */
export function SkillAndLinkFields({ form }: { form: UseFormReturnType<ProfileValues> }) {
  // The form is another object at each render: nothing here could be kept from one render to the next.
  'use no memo'
  const addButton = useRef<HTMLButtonElement>(null)
  const audienceId = useId()
  const { interessi, links } = form.values

  function toggle(skill: string, isChosen: boolean) {
    const chosen = isChosen ? [...interessi, skill] : interessi.filter((one) => one !== skill)
    form.setFieldValue('interessi', skillsAmong(chosen))
  }

  function addLink() {
    flushSync(() => form.insertListItem('links', ''))
    form.getInputNode(`links.${links.length}`)?.focus()
  }

  function removeLink(index: number) {
    flushSync(() => form.removeListItem('links', index))
    addButton.current?.focus()
  }

  return (
    <>
      <fieldset className={styles.group} aria-describedby={audienceId}>
        <legend>{profilesTexts.ownSkills}</legend>
        <div className={styles.choices}>
          {skills.map((skill) => (
            <label key={skill} className={styles.choice}>
              <input
                type="checkbox"
                checked={interessi.includes(skill)}
                onChange={({ currentTarget }) => toggle(skill, currentTarget.checked)}
              />
              <span>{skill}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.group} aria-describedby={audienceId}>
        <legend>{profilesTexts.links}</legend>
        {links.map((_, index) => {
          const { onBlur, ...field } = form.getInputProps(`links.${index}`)
          return (
            <TextField
              // biome-ignore lint/suspicious/noArrayIndexKey: the form names the fields by their places.
              key={index}
              aria-label={profilesTexts.link(index + 1)}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              control={
                <button
                  type="button"
                  aria-label={profilesTexts.removeLink(index + 1)}
                  onClick={() => removeLink(index)}
                >
                  <IconX aria-hidden="true" />
                </button>
              }
              {...field}
              onBlur={(blur) => {
                onBlur(blur)
                form.setFieldValue(`links.${index}`, completeLink(blur.currentTarget.value))
              }}
            />
          )
        })}
        {links.length < maximumProfileLinks && (
          <Button ref={addButton} variant="quiet" size="small" className={styles.add} onClick={addLink}>
            <IconPlus aria-hidden="true" />
            {profilesTexts.addLink}
          </Button>
        )}
      </fieldset>
      <p id={audienceId} className={styles.note}>
        {profilesTexts.asBio}
      </p>
    </>
  )
}
