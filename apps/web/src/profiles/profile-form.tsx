import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import {
  type ProfileForm as ProfileValues,
  parseProfileChanges,
} from '@covo/contract/profiles/profiles.rules'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { TextField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './profile.module.css'
import { readBirthDate } from './profile-dates.ts'
import { forgetProfileDraft, readProfileDraft, saveProfileDraft } from './profile-draft.ts'
import { useSaveProfile } from './profiles.queries.ts'
import { profileErrors, profilesTexts } from './profiles.texts.it.ts'

/** Edits the own profile. Typed text stays until it is saved or the member gives up. */
export function ProfileForm({ member, onDone }: { member: OwnProfile; onDone: () => void }) {
  const { uid, displayName, professione, citta, telefono, dataNascita, bio } = member
  const [saved] = useState({ displayName, professione, citta, telefono, dataNascita, bio })
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

  useEffect(() => nameField.current?.focus(), [])

  /** A date field holds nothing while the typed text is no date. */
  function isDateIncomplete() {
    const node = form.getInputNode('dataNascita')
    return node instanceof HTMLInputElement && node.validity.badInput
  }

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
      await save.mutateAsync(changesOf(saved, values))
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
        key={form.key('professione')}
        {...form.getInputProps('professione')}
      />
      <TextField
        label={profilesTexts.city}
        className={styles.wide}
        autoComplete="address-level2"
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
      <Textarea
        label={profilesTexts.bio}
        className={styles.wide ?? ''}
        rows={5}
        errorProps={{ role: 'alert' }}
        key={form.key('bio')}
        {...form.getInputProps('bio')}
      />
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

/** The rest may have been changed in another tab meanwhile. */
function changesOf(before: ProfileValues, after: ProfileValues): Partial<ProfileValues> {
  const fields = Object.keys(after) as (keyof ProfileValues)[]
  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}
