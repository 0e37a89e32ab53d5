import type { ReactNode } from 'react'
import { profilesTexts } from './profiles.texts.it.ts'

/** A field of a profile with its value, or with a text where there is none. */
export function DefinitionRow({
  name,
  value,
  missing = profilesTexts.notSpecified,
}: {
  name: string
  value: ReactNode
  missing?: string
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-missing={!value}>{value || missing}</dd>
    </div>
  )
}
