import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import {
  type ProfileChanges,
  type ProfileForm as ProfileValues,
  parseProfileChanges,
} from '@covo/contract/profiles/profiles.rules'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { useProblem } from '../platform/use-problem.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './profile.module.css'
import { useSaveProfile } from './profiles.queries.ts'
import { profileErrors, profilesTexts } from './profiles.texts.it.ts'

/** Edits the own profile until it is saved or the member gives up. */
export function ProfileForm({ member, onDone }: { member: OwnProfile; onDone: () => void }) {
  const { displayName, professione, citta, telefono, dataNascita, bio } = member
  const form = useForm<ProfileValues>({
    initialValues: { displayName, professione, citta, telefono, dataNascita, bio },
  })
  const { failure, setFailure, showProblem, showError } = useProblem(form, profileErrors, {
    'profiles.display_name_taken': 'displayName',
  })
  const nameField = useRef<HTMLInputElement>(null)
  const save = useSaveProfile()

  useEffect(() => nameField.current?.focus(), [])

  /** A date field holds nothing while what was typed into it is no date. */
  function isDateIncomplete() {
    const node = form.getInputNode('dataNascita')
    return node instanceof HTMLInputElement && node.validity.badInput
  }

  async function handleSubmit(values: ProfileValues) {
    setFailure(null)
    const { problem } = parseProfileChanges(values)
    if (problem) return showProblem(problem)
    if (isDateIncomplete()) return showProblem({ code: 'profiles.birth_date_invalid', field: 'dataNascita' })
    try {
      await save.mutateAsync(changesOf(form.getInitialValues(), values))
      showToast('done', profilesTexts.saved)
      onDone()
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
        autoComplete="address-level2"
        key={form.key('citta')}
        {...form.getInputProps('citta')}
      />
      <TextField
        label={profilesTexts.phone}
        type="tel"
        autoComplete="tel"
        key={form.key('telefono')}
        {...form.getInputProps('telefono')}
      />
      <TextField
        label={profilesTexts.birthDate}
        type="date"
        autoComplete="bday"
        key={form.key('dataNascita')}
        {...form.getInputProps('dataNascita')}
      />
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
          <Strip kind="error">{failure}</Strip>
        </div>
      )}
      <div className={styles.buttons}>
        <Button variant="quiet" disabled={save.isPending} onClick={onDone}>
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
function changesOf(before: ProfileValues, after: ProfileValues): ProfileChanges {
  const fields = Object.keys(after) as (keyof ProfileValues)[]
  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}
