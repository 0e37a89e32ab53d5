import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import {
  type Audience,
  type Introduction,
  introductions,
  type ProfileForm as ProfileValues,
  parseProfileChanges,
  proposedAudience,
} from '@covo/contract/profiles/profiles.rules'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { privacyQuery } from '../platform/privacy.ts'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { showToast } from '../ui/toast.tsx'
import { AudienceSelect } from './audience-select.tsx'
import styles from './profile.module.css'
import { readBirthDate } from './profile-dates.ts'
import { forgetProfileDraft, readProfileDraft, saveProfileDraft } from './profile-draft.ts'
import { type Audiences, useSaveProfile } from './profiles.queries.ts'
import { profileErrors, profilesTexts } from './profiles.texts.it.ts'
import { SkillAndLinkFields } from './skill-and-link-fields.tsx'

/** Edits the own profile. Typed text stays until it is saved or the member gives up. */
export function ProfileForm({ member, onDone }: { member: OwnProfile; onDone: () => void }) {
  const { uid, displayName, professione, citta, telefono, dataNascita, bio, interessi, links } = member
  const [saved] = useState({
    ...{ displayName, professione, citta, telefono, dataNascita, bio, interessi, links },
  })
  const form = useForm<ProfileValues>({
    initialValues: { ...saved, ...readProfileDraft(uid) },
    onValuesChange: (values) => saveProfileDraft(uid, changesOf(saved, values)),
  })
  const { failure, setFailure, showProblem, showError } = useProblem(form, profileErrors, {
    'profiles.display_name_taken': 'displayName',
  })
  const audiencesId = useId()
  const nameField = useRef<HTMLInputElement>(null)
  const save = useSaveProfile()
  const { data: privacy } = useQuery(privacyQuery)
  const [chosen, setChosen] = useState<Audiences>({})

  useEffect(() => nameField.current?.focus(), [])

  /** A date field holds nothing while the typed text is no date. */
  function isDateIncomplete() {
    const node = form.getInputNode('dataNascita')
    return node instanceof HTMLInputElement && node.validity.badInput
  }

  function audienceOf(field: Introduction) {
    return chosen[field] ?? (privacy && proposedAudience(introductionOf(saved, field), privacy[field]))
  }

  /** A proposal counts once the field says something. */
  function changedAudiences(values: ProfileValues): Audiences {
    const changed = introductions.filter(
      (field) =>
        audienceOf(field) !== privacy?.[field] && (chosen[field] ?? introductionOf(values, field)) !== '',
    )
    return Object.fromEntries(changed.map((field) => [field, audienceOf(field)]))
  }

  const audienceProps = (field: Introduction, label: string) => ({
    field: label,
    value: audienceOf(field),
    onChange: (audience: Audience) => setChosen({ ...chosen, [field]: audience }),
  })

  function close() {
    forgetProfileDraft(uid)
    onDone()
  }

  async function handleSubmit(values: ProfileValues) {
    setFailure(null)
    const { problem } = parseProfileChanges(values)
    if (problem) return showProblem(problem)
    if (isDateIncomplete()) return showProblem({ code: 'profiles.birth_date_invalid', field: 'dataNascita' })
    try {
      await save.mutateAsync({ changes: changesOf(saved, values), audiences: changedAudiences(values) })
      showToast('done', profilesTexts.saved)
      close()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(handleSubmit)}>
      <TextField
        ref={nameField}
        label={profilesTexts.displayName}
        autoComplete="nickname"
        key={form.key('displayName')}
        {...form.getInputProps('displayName')}
      />
      <TextField
        label={profilesTexts.profession}
        autoComplete="organization-title"
        below={<AudienceSelect {...audienceProps('professione', profilesTexts.profession)} />}
        key={form.key('professione')}
        {...form.getInputProps('professione')}
      />
      <TextField
        label={profilesTexts.city}
        className={styles.wide}
        autoComplete="address-level2"
        below={<AudienceSelect {...audienceProps('citta', profilesTexts.city)} />}
        key={form.key('citta')}
        {...form.getInputProps('citta')}
      />
      <div className={styles.ownAlone}>
        <TextField
          label={profilesTexts.phone}
          type="tel"
          autoComplete="tel"
          key={form.key('telefono')}
          aria-describedby={audiencesId}
          {...form.getInputProps('telefono')}
        />
        <DateField
          label={profilesTexts.birthDate}
          type="date"
          autoComplete="bday"
          inWords={readBirthDate(form.values.dataNascita)}
          key={form.key('dataNascita')}
          aria-describedby={audiencesId}
          {...form.getInputProps('dataNascita')}
        />
        <p id={audiencesId}>{profilesTexts.audiences}</p>
      </div>
      <div className={styles.wide}>
        <Textarea
          label={profilesTexts.bio}
          rows={5}
          errorProps={{ role: 'alert' }}
          key={form.key('bio')}
          {...form.getInputProps('bio')}
        />
        <AudienceSelect {...audienceProps('bio', profilesTexts.bio)} />
      </div>
      <SkillAndLinkFields form={form} />
      {failure && (
        <div className={styles.wide}>
          <InlineAlert kind="error">{failure}</InlineAlert>
        </div>
      )}
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={save.isPending} onClick={close}>
          {profilesTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {profilesTexts.save}
        </Button>
      </div>
    </form>
  )
}

/** What is written in a field; beside the bio, what is shown to the same people. */
function introductionOf(values: ProfileValues, field: Introduction): string {
  const beside = field === 'bio' ? [...values.interessi, ...values.links] : []
  return [values[field], ...beside].join('').trim()
}

/** The rest may have been changed in another tab meanwhile. */
function changesOf(before: ProfileValues, after: ProfileValues): Partial<ProfileValues> {
  const fields = Object.keys(after) as (keyof ProfileValues)[]
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]))
      .map((field) => [field, after[field]]),
  )
}
