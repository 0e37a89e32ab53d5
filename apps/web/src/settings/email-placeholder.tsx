import { Button } from '../ui/button.tsx'
import { settingsTexts } from './settings.texts.it.ts'
import { Setting } from './settings-panel.tsx'

/** Where the email will be changed. */
export function EmailPlaceholder() {
  return (
    <Setting
      what={
        <>
          <h3>{settingsTexts.email}</h3>
          <p>{settingsTexts.emailNotYet}</p>
        </>
      }
    >
      <Button disabled>{settingsTexts.soon}</Button>
    </Setting>
  )
}
