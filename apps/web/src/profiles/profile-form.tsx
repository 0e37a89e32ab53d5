import type { ErrorCode } from '@covo/contract/errors'
import type { OwnProfile } from '@covo/contract/profiles/profiles.routes'
import {
  firstProfileProblem,
  type ProfileChanges,
  type ProfileForm as ProfileValues,
} from '@covo/contract/profiles/profiles.rules'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { ApiError, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Strip } from '../ui/strip.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './profile.module.css'
import { useSaveProfile } from './profiles.queries.ts'
import { profileErrors, profilesTexts } from './profiles.texts.it.ts'

type Field = keyof ProfileValues

const faultyFields: Partial<Record<ErrorCode, Field>> = {
  'profiles.display_name_empty': 'displayName',
  'profiles.display_name_too_short': 'displayName',
  'profiles.display_name_too_long': 'displayName',
  'profiles.display_name_invalid': 'displayName',
  'profiles.display_name_taken': 'displayName',
  'profiles.birth_date_invalid': 'dataNascita',
}

/** Edits the own profile until it is saved or the member gives up. */
export function ProfileForm({ member, onDone }: { member: OwnProfile; onDone: () => void }) {
  const { displayName, professione, citta, telefono, dataNascita, bio } = member
  const form = useForm<ProfileValues>({
    initialValues: { displayName, professione, citta, telefono, dataNascita, bio },
  })
  const [failure, setFailure] = useState<string | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  const save = useSaveProfile()

  useEffect(() => nameField.current?.focus(), [])

  function showProblem(code: ErrorCode, text: string) {
    const field = code === 'profiles.field_too_long' ? tooLongField(form.values) : faultyFields[code]
    if (!field) return setFailure(text)
    form.setErrors({ [field]: text })
    form.getInputNode(field)?.focus()
  }

  /** A date field holds nothing while what was typed into it is no date. */
  function isDateIncomplete() {
    const node = form.getInputNode('dataNascita')
    return node instanceof HTMLInputElement && node.validity.badInput
  }

  async function handleSubmit(values: ProfileValues) {
    setFailure(null)
    const problem = firstProfileProblem(values) ?? (isDateIncomplete() ? 'profiles.birth_date_invalid' : null)
    if (problem) return showProblem(problem, profileErrors[problem])
    try {
      await save.mutateAsync(changesOf(form.getInitialValues(), values))
      showToast('done', profilesTexts.saved)
      onDone()
    } catch (error) {
      const text = describeError(error, profileErrors)
      if (error instanceof ApiError) showProblem(error.code, text)
      else setFailure(text)
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
  const fields = Object.keys(after) as Field[]
  return Object.fromEntries(
    fields.filter((field) => after[field] !== before[field]).map((field) => [field, after[field]]),
  )
}

/** The rule says that a field is too long, not which: each is asked about alone. */
function tooLongField(values: ProfileValues): Field | undefined {
  const others = { ...values, professione: '', citta: '', telefono: '', bio: '' }
  const fields = ['professione', 'citta', 'telefono', 'bio'] as const
  return fields.find(
    (field) => firstProfileProblem({ ...others, [field]: values[field] }) === 'profiles.field_too_long',
  )
}
