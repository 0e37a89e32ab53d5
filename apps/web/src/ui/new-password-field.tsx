import { type ComponentProps, useId } from 'react'
import { PasswordField } from './field.tsx'
import { StrengthMeter } from './strength-meter.tsx'

/** The password that somebody chooses, with its strength below, which describes the field. */
export function NewPasswordField({
  password,
  ...rest
}: { password: string } & Omit<ComponentProps<typeof PasswordField>, 'below' | 'aria-describedby'>) {
  const meterId = useId()
  return (
    <PasswordField
      {...rest}
      below={<StrengthMeter id={meterId} password={password} />}
      aria-describedby={meterId}
      autoComplete="new-password"
    />
  )
}
