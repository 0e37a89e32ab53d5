import { maximumMessageBytes, maximumMessageLength, parseMessage } from '@covo/contract/chat/chat.rules'
import { countBytes, countCharacters } from '@covo/contract/text'
import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { chatTexts, sendErrors } from './chat.texts.it.ts'
import styles from './composer.module.css'
import { readDraft, saveDraft } from './unsent.ts'

/** Characters left from which on the counter is shown. */
const warningFrom = 200
/** Counts that are read aloud. */
const announcedCounts = [200, 50, 0]

/** Browsers that let a box grow with its text need no measuring with each letter; for the others the library does it. */
const growsByItself = CSS.supports('field-sizing', 'content')

/** The box in which a message is written. What stands in it is kept until it is sent. */
export function Composer({
  conversationId,
  ownId,
  isSignedIn,
  isClosed = false,
  onSend,
}: {
  conversationId: string
  ownId: string
  isSignedIn: boolean
  isClosed?: boolean
  onSend: (text: string) => void
}) {
  const [text, setText] = useState(() => readDraft(conversationId, ownId))
  const errorId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { value: message, problem } = parseMessage(text)
  const isTooLong = problem?.code === 'chat.message_too_long'
  const tooMany = isTooLong ? charactersTooMany(text) : 0
  const left = problem ? null : charactersLeft(message)

  // On a touch screen the focus would open the on-screen keyboard, and in a low window the box would cover the menu.
  useEffect(() => {
    const isElsewhere = document.activeElement?.matches('main :not(h1), [role=dialog] *')
    if (matchMedia('(pointer: fine) and (height >= 31.25em)').matches && !isElsewhere)
      field.current?.focus({ preventScroll: true })
  }, [])

  // Toasts make room for it (toasts.module.css).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-composer', true)
    return () => document.documentElement.removeAttribute('data-composer')
  }, [])

  function change(next: string) {
    setText(next)
    saveDraft(conversationId, ownId, next)
  }

  function send() {
    if (problem || !isSignedIn || isClosed) return
    onSend(message)
    change('')
    // An empty box has no button to keep the focus.
    field.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // While a character is being composed, Enter chooses it. Safari has ended the composition by then and reports key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        ref={field}
        className={styles.field ?? ''}
        classNames={{ input: styles.input ?? '' }}
        autosize={!growsByItself}
        rows={1}
        minRows={1}
        maxRows={5}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        placeholder={isSignedIn ? chatTexts.placeholder : chatTexts.signedOutPlaceholder}
        aria-label={isSignedIn ? chatTexts.placeholder : chatTexts.signedOutPlaceholder}
        aria-describedby={isTooLong ? errorId : undefined}
        aria-invalid={isTooLong}
        disabled={!isSignedIn || isClosed}
        error={isTooLong}
        enterKeyHint="send"
      />
      <Button
        type="submit"
        variant="primary"
        disabled={!isSignedIn || isClosed || problem?.code === 'chat.message_empty'}
      >
        {chatTexts.send}
      </Button>
      <p className={styles.hint} aria-hidden="true">
        {chatTexts.hint}
      </p>
      {isTooLong && (
        <div className={styles.excess} id={errorId}>
          {tooMany > 0 && <p className={styles.tooMany}>{chatTexts.charactersTooMany(tooMany)}</p>}
          <p className={styles.error} role="alert">
            {sendErrors['chat.message_too_long']}
          </p>
        </div>
      )}
      {left !== null && !isTooLong && <p className={styles.left}>{chatTexts.charactersLeft(left)}</p>}
      <p className="visually-hidden" role="status">
        {left !== null && announcedCounts.includes(left) && chatTexts.charactersLeft(left)}
      </p>
    </form>
  )
}

/** How many characters more it is than there may be; 0 where it is not their number that is refused. */
function charactersTooMany(text: string): number {
  const message = text.trim()
  const bytes = countBytes(message) - maximumMessageBytes
  return Math.max(countCharacters(message) - maximumMessageLength, Math.ceil(bytes / 4), 0)
}

/** The characters that still fit, when they are few enough to be shown. */
function charactersLeft(message: string): number | null {
  // A character has at least one unit, and a unit at most three bytes, so that a short text needs no counting.
  if (message.length < maximumMessageLength - warningFrom) return null
  const bytesLeft = maximumMessageBytes - countBytes(message)
  const left = Math.min(maximumMessageLength - countCharacters(message), Math.floor(bytesLeft / 4))
  return left <= warningFrom ? left : null
}
