import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './composer.module.css'
import { codeLanguage, languageWords } from './formatting/code-languages.ts'
import { formattingBarTexts } from './formatting-guide.texts.it.ts'

/**
 * The language of the code in which the cursor is.
 * @param word that stands at the code's beginning, '' for none
 */
export function LanguageSelect({ word, onChoose }: { word: string; onChoose: (word: string) => void }) {
  const name = codeLanguage(word)?.name ?? word
  const names = [...languageWords.keys()]
  return (
    <NativeSelect
      className={styles.language ?? ''}
      aria-label={formattingBarTexts.language}
      rightSection={<IconChevronDown aria-hidden="true" />}
      data={[
        { value: '', label: formattingBarTexts.noLanguage },
        ...(name === '' || languageWords.has(name) ? names : [name, ...names]),
      ]}
      value={name}
      onChange={({ currentTarget }) => {
        // Arrow keys choose without opening it, and go on from there.
        const isByKeys = currentTarget.matches(':focus-visible')
        onChoose(languageWords.get(currentTarget.value) ?? currentTarget.value)
        if (isByKeys) currentTarget.focus()
      }}
    />
  )
}
