import { useState } from 'react'
import { densities, readDensity, saveDensity } from '../platform/density.ts'
import { showToast } from '../ui/toast.tsx'
import { SettingSelect } from './setting-select.tsx'
import { settingsTexts } from './settings.texts.it.ts'

/** How close messages stand on this device. */
export function MessageDensity() {
  const [density, setDensity] = useState(readDensity)
  return (
    <SettingSelect
      label={settingsTexts.messages}
      options={densities}
      texts={settingsTexts.densities}
      value={density}
      onChange={(chosen) => {
        setDensity(chosen)
        saveDensity(chosen)
        showToast('done', settingsTexts.preferencesChanged, 3000)
      }}
    />
  )
}
