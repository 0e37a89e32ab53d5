import { type PasswordChangeForm, parsePasswordChange } from '@covo/contract/auth/auth.rules'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../platform/api.ts'
import { PasswordOwner } from '../platform/password-owner.tsx'
import { useProblem } from '../platform/use-problem.ts'
import { memberScreens } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { InlineAlert } from '../ui/inline-alert.tsx'
import { NewPasswordField } from '../ui/new-password-field.tsx'
import styles from './security.module.css'
import { devicesQuery } from './security.queries.ts'
import { passwordChangeErrors, securityTexts } from './security.texts.it.ts'
import settingsStyles from './settings.module.css'
import { Setting } from './settings-panel.tsx'

const empty: PasswordChangeForm = { currentPassword: '', password: '', passwordConfirmation: '' }

/** Changes the password by the present one. */
export function ChangePassword() {
  const form = useForm({ initialValues: empty })
  const { failure, setFailure, isBusy, showProblem, submit } = useProblem(form, passwordChangeErrors, {
    'account.current_password_wrong': 'currentPassword',
    'auth.password_too_short': 'password',
    'auth.password_too_long': 'password',
    'auth.password_weak': 'password',
    'account.password_unchanged': 'password',
    'auth.password_mismatch': 'passwordConfirmation',
  })
  const [endOthers, setEndOthers] = useState(true)
  const [isChanged, setIsChanged] = useState(false)
  const queryClient = useQueryClient()

  async function handleSubmit(values: PasswordChangeForm) {
    setFailure(null)
    const { problem } = parsePasswordChange(values)
    if (problem) return showProblem(problem)
    setIsChanged(false)
    await submit(async () => {
      await call('POST /api/account/password', { json: { ...values, endOthers } })
      form.reset()
      setIsChanged(true)
      await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey })
    })
  }

  return (
    <Setting
      what={
        <p>
          {securityTexts.passwordHint}{' '}
          <Link to={memberScreens.settings.path}>{securityTexts.passwordByMail}</Link>
        </p>
      }
    >
      <form className={styles.form} noValidate onSubmit={form.onSubmit(handleSubmit)}>
        <PasswordOwner />
        <PasswordField
          label={securityTexts.currentPassword}
          secret="password attuale"
          autoComplete="current-password"
          key={form.key('currentPassword')}
          {...form.getInputProps('currentPassword')}
        />
        <NewPasswordField
          label={securityTexts.newPassword}
          secret="nuova password"
          password={form.values.password}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={securityTexts.newPasswordConfirmation}
          secret="conferma nuova password"
          autoComplete="new-password"
          key={form.key('passwordConfirmation')}
          {...form.getInputProps('passwordConfirmation')}
        />
        <label className={styles.choice}>
          <input
            type="checkbox"
            className={settingsStyles.box}
            checked={endOthers}
            onChange={({ currentTarget }) => setEndOthers(currentTarget.checked)}
          />
          {securityTexts.endOthers}
        </label>
        <Button type="submit" className={settingsStyles.wideButton} busy={isBusy}>
          {isBusy ? securityTexts.changingPassword : securityTexts.changePassword}
        </Button>
        {isChanged && <InlineAlert kind="done">{securityTexts.passwordChanged}</InlineAlert>}
        {failure && <InlineAlert kind="error">{failure}</InlineAlert>}
      </form>
    </Setting>
  )
}
