import type { Quote } from '@covo/contract/chat/chat.routes'
import { maximumMessageBytes, maximumMessageLength, parseMessage } from '@covo/contract/chat/chat.rules'
import { countBytes, countCharacters } from '@covo/contract/text'
import { Textarea } from '@mantine/core'
import { IconCode, IconCornerDownLeft, IconLetterCase, IconMoodSmile } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { chatTexts, editTexts, replyTexts, sendErrors } from './chat.texts.it.ts'
import styles from './composer.module.css'
import type { EditDraft } from './edits.ts'
import { useEmojiSuggestions } from './emoji/use-emoji-suggestions.tsx'
import { AttachButton } from './files/attach-button.tsx'
import { type AttachmentsLoader, noAttachments } from './files/attachments-loader.ts'
import type { ChosenFiles } from './files/chosen-files.ts'
import { attachTexts } from './files/files.texts.it.ts'
import { useAttachments } from './files/use-attachments.ts'
import { mentionSuggestions } from './mention-suggestions.tsx'
import { areChosen, type Chosen, encodeMentions, type Offered } from './mentions.ts'
import { QuoteLine } from './quote-line.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import {
  applyEdit,
  bold,
  breakLine,
  codeInLine,
  fence,
  insert,
  italic,
  languageAt,
  type MakeEdit,
  writeLanguage,
} from './text-edits.ts'
import { readDraft, saveDraft } from './unsent.ts'
import { useDraftPart } from './use-draft-part.ts'
import { useSuggestions } from './use-suggestions.ts'

const FormattingBar = lazy(() =>
  import('./formatting-bar.tsx').then((module) => ({ default: module.FormattingBar })),
)

const LanguageSelect = lazy(() =>
  import('./language-select.tsx').then((module) => ({ default: module.LanguageSelect })),
)

const EmojiPicker = lazy(() =>
  import('./emoji/emoji-picker.tsx').then((module) => ({ default: module.EmojiPicker })),
)

const EditedFiles = lazy(() =>
  import('./files/edited-files.tsx').then((module) => ({ default: module.EditedFiles })),
)

const AttachmentList = lazy(() =>
  import('./files/attachment-list.tsx').then((module) => ({ default: module.AttachmentList })),
)

/** Characters left from which on the counter is shown. */
const warningFrom = 200
/** Counts that are read aloud. */
const announcedCounts = [200, 50, 0]

/** With Ctrl or ⌘. */
const editsOfKeys: Partial<Record<string, MakeEdit>> = { b: bold, i: italic, e: codeInLine }

/** Browsers that let a box grow with its text need no measuring with each letter; for the others the library does it. */
const growsByItself = CSS.supports('field-sizing', 'content')

/** The box in which a message is written. The text in it is kept until it is sent. */
export function Composer({
  box,
  conversationId,
  ownId,
  isSignedIn,
  isClosed = false,
  people,
  reply,
  onReply,
  onTyping,
  attachments,
  onAttach,
  onSay,
  onSend,
  editDraft,
  onEdit,
  onEditNewest,
  onSave,
}: {
  box: RefObject<HTMLTextAreaElement | null>
  conversationId: string
  ownId: string
  isSignedIn: boolean
  isClosed?: boolean
  /** The message that the text replies to. */
  reply: Quote | null
  onReply: (reply: Quote | null) => void
  /** The text of a new message changes. */
  onTyping: () => void
  /** Those who may be mentioned, as they are offered. */
  people: () => Offered[]
  attachments: AttachmentsLoader
  /** Attaches files to the draft; null where that can't be done. */
  onAttach: ((chosen: ChosenFiles) => void) | null
  /** Has a sentence read aloud. */
  onSay: (text: string) => void
  /**
   * @param mentions the people whom the text names
   * @param hasFiles whether the draft's files go with it
   */
  onSend: (text: string, mentions: Chosen[], hasFiles: boolean) => void
  /** An edit of a message; the draft that it displaces comes back afterwards. */
  editDraft: EditDraft | null
  onEdit: (draft: EditDraft | null) => void
  /** ↑ in an empty box. */
  onEditNewest: () => void
  onSave: (draft: EditDraft) => void
}) {
  const [draft, setDraft] = useState(() => readDraft(conversationId, ownId))
  const [chosen, setChosen] = useDraftPart('people', conversationId, ownId, areChosen)
  const text = editDraft ? editDraft.text : draft
  const named = (editDraft ? editDraft.people : chosen) ?? []
  const source = encodeMentions(text, named)
  const [isFormatting, setIsFormatting] = useState(false)
  const [isPicking, setIsPicking] = useState(false)
  // The last one: the box has no focus while a language is chosen.
  const [cursor, setCursor] = useState(0)
  const language = languageAt(cursor, text)
  const errorId = useId()
  const attached = useAttachments(attachments)
  const isAttached = attached.isAttaching || attached.attachments.some(({ messageId }) => messageId === null)
  const editedFiles = editDraft?.files ?? []
  const hasFiles = editDraft ? editedFiles.length > 0 : isAttached
  const { value: message, problem } = parseMessage(source, hasFiles)
  const [pasted, setPasted] = useState<{ before: string; after: string; text: string } | null>(null)
  const isUnchanged = message === editDraft?.source && !editDraft.changesFiles
  const isTooLong = problem?.code === 'chat.message_too_long'
  const tooMany = isTooLong ? charactersTooMany(source) : 0
  const left = problem ? null : charactersLeft(message)

  // On a touch screen the focus would open the on-screen keyboard, and in a low window the box would cover the menu.
  useEffect(() => {
    const isElsewhere = document.activeElement?.matches('main :not(h1), [role=dialog] *')
    if (matchMedia('(pointer: fine) and (height >= 31.25em)').matches && !isElsewhere)
      box.current?.focus({ preventScroll: true })
  }, [box])

  // Toasts make room for it (toasts.module.css).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-composer', true)
    return () => document.documentElement.removeAttribute('data-composer')
  }, [])

  const editedSequence = editDraft?.sequence
  useEffect(() => {
    const field = box.current
    if (editedSequence === undefined || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [editedSequence, box])

  const repliedSequence = reply?.sequence
  const replied = useRef(repliedSequence)
  useEffect(() => {
    if (repliedSequence !== undefined && repliedSequence !== replied.current) box.current?.focus()
    replied.current = repliedSequence
  }, [repliedSequence, box])

  // The people whom the next change of the text names.
  const added = useRef<Chosen[]>([])
  const list = useSuggestions(box, text, [
    mentionSuggestions(people, (person) => {
      added.current = [person]
    }),
    useEmojiSuggestions(text, cursor),
  ])

  function change(next: string) {
    const mentions = [...named, ...added.current.splice(0)]
    if (editDraft) return onEdit({ ...editDraft, text: next, people: mentions })
    if (next) onTyping()
    setDraft(next)
    setChosen(next ? mentions : null)
    saveDraft(conversationId, ownId, next)
  }

  function send() {
    if (problem || !isSignedIn || isClosed || isUnchanged) return
    if (editDraft) {
      onSave({ ...editDraft, text: message, people: named })
      onEdit(null)
    } else {
      onSend(message, named, hasFiles)
      change('')
    }
    // An empty box has no button to keep the focus.
    box.current?.focus()
  }

  /** A text that makes the message too long can be a file instead. */
  function handlePaste({ clipboardData, currentTarget }: ClipboardEvent<HTMLTextAreaElement>) {
    const text = clipboardData.getData('text/plain').replaceAll(/\r\n?/g, '\n')
    const { value, selectionStart, selectionEnd } = currentTarget
    setPasted({
      before: value,
      after: value.slice(0, selectionStart) + text + value.slice(selectionEnd),
      text,
    })
  }

  function attachPasted() {
    if (!pasted || !onAttach) return
    change(pasted.before)
    setPasted(null)
    const { textFileName: name } = attachTexts
    onAttach({
      files: [{ file: new File([pasted.text], name, { type: 'text/plain' }), name }],
      hasFolder: false,
    })
    box.current?.focus()
  }

  function edit(make: MakeEdit) {
    const field = box.current
    if (field) applyEdit(field, make(field.selectionStart, field.selectionEnd, field.value))
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (list.handleKeyDown(event)) return
    const make = editsOfKeys[event.key.toLowerCase()]
    if (make && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault()
      edit(make)
    }
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault()
      onEditNewest()
    }
    if (event.key === 'Escape') {
      if (editDraft) onEdit(null)
      else if (reply) onReply(null)
    }
    if (event.key !== 'Enter' || event.shiftKey) return
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
      {(editDraft || reply) && (
        <div className={styles.purpose}>
          <p>{editDraft ? editTexts.editing : reply && <QuoteLine lead={replyTexts.to} quote={reply} />}</p>
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              if (editDraft) onEdit(null)
              else onReply(null)
              box.current?.focus()
            }}
          >
            {editDraft ? editTexts.cancel : replyTexts.cancel}
          </Button>
        </div>
      )}
      {editDraft && editedFiles.length > 0 && (
        <div className={styles.attachments}>
          <Suspense>
            <EditedFiles
              files={editedFiles}
              onChange={(files) => onEdit({ ...editDraft, files, changesFiles: true })}
              onSay={onSay}
              onLeave={() => box.current?.focus()}
            />
          </Suspense>
        </div>
      )}
      {!editDraft && attached !== noAttachments && (
        <div className={styles.attachments}>
          <Suspense>
            <AttachmentList
              view={attached}
              attachments={attachments}
              onSay={onSay}
              onLeave={() => box.current?.focus()}
            />
          </Suspense>
        </div>
      )}
      <SuggestionList list={list} />
      <Textarea
        {...list.boxProps}
        ref={box}
        onSelect={({ currentTarget }) => {
          list.boxProps.onSelect()
          setCursor(currentTarget.selectionStart)
        }}
        className={styles.field ?? ''}
        classNames={{ input: styles.input ?? '' }}
        autosize={!growsByItself}
        rows={1}
        minRows={1}
        maxRows={12}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
        onPaste={handlePaste}
        placeholder={isSignedIn ? chatTexts.placeholder : chatTexts.signedOutPlaceholder}
        aria-label={labelOf(isSignedIn, editDraft !== null)}
        aria-describedby={isTooLong ? errorId : undefined}
        aria-invalid={isTooLong}
        disabled={!isSignedIn || isClosed}
        error={isTooLong}
        enterKeyHint="send"
      />
      {/* Left of the box, and behind it for the keyboard, as the tools are: before it are the messages. */}
      {onAttach && (
        <AttachButton
          className={styles.attach}
          onChoose={(chosen) => {
            onAttach(chosen)
            if (!matchMedia('(pointer: coarse)').matches) box.current?.focus()
          }}
        />
      )}
      {isSignedIn && !isClosed && (
        <div className={styles.tools}>
          <IconButton
            className={styles.newLine}
            aria-label={chatTexts.newLine}
            title={chatTexts.newLine}
            onMouseDown={keepFocus}
            onClick={() => edit(breakLine)}
          >
            <IconCornerDownLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            aria-label={chatTexts.formatting}
            title={chatTexts.formatting}
            aria-expanded={isFormatting}
            onMouseDown={keepFocus}
            onClick={() => setIsFormatting(!isFormatting)}
          >
            <IconLetterCase aria-hidden="true" />
          </IconButton>
          <IconButton
            aria-label={chatTexts.code}
            title={chatTexts.code}
            onMouseDown={keepFocus}
            onClick={() => edit(fence)}
          >
            <IconCode aria-hidden="true" />
          </IconButton>
          <IconButton
            className={styles.emoji}
            aria-label={chatTexts.emoji}
            title={chatTexts.emoji}
            aria-haspopup="dialog"
            onClick={() => setIsPicking(true)}
          >
            <IconMoodSmile aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {isPicking && (
        <Suspense>
          <EmojiPicker onChoose={(sign) => edit(insert(sign))} onClose={() => setIsPicking(false)} />
        </Suspense>
      )}
      {language && isSignedIn && !isClosed && (
        <Suspense>
          <LanguageSelect word={language.word} onChoose={(word) => edit(writeLanguage(word))} />
        </Suspense>
      )}
      {isFormatting && isSignedIn && !isClosed && (
        <Suspense>
          <FormattingBar onEdit={edit} onPress={keepFocus} />
        </Suspense>
      )}
      <Button
        type="submit"
        variant="primary"
        disabled={!isSignedIn || isClosed || isUnchanged || problem?.code === 'chat.message_empty'}
      >
        {editDraft ? editTexts.save : chatTexts.send}
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
          {onAttach && pasted?.after === text && (
            <Button size="small" variant="soft" onClick={attachPasted}>
              {attachTexts.asTextFile}
            </Button>
          )}
        </div>
      )}
      {left !== null && !isTooLong && <p className={styles.left}>{chatTexts.charactersLeft(left)}</p>}
      <p className="visually-hidden" role="status">
        {left !== null && announcedCounts.includes(left) && chatTexts.charactersLeft(left)}
      </p>
    </form>
  )
}

function labelOf(isSignedIn: boolean, isEditing: boolean): string {
  if (!isSignedIn) return chatTexts.signedOutPlaceholder
  return isEditing ? editTexts.box : chatTexts.placeholder
}

/** A press leaves the focus in the box, and a phone's keyboard open. */
function keepFocus(event: MouseEvent) {
  event.preventDefault()
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
