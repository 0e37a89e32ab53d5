import { IconX } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { emojiTexts } from './emoji.texts.it.ts'
import { allEmoji, type Emoji, findEmoji } from './emoji.ts'
import styles from './emoji-picker.module.css'
import { noteRecent, recentSigns } from './recent-emoji.ts'

type Section = { name: string; emoji: readonly Emoji[] }

/** All emoji, as the system draws them, above the box. */
export function EmojiPicker({
  onChoose,
  onClose,
}: {
  onChoose: (sign: string) => void
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [sections] = useState(allSections)
  useEffect(() => dialog.current?.showModal(), [])
  const query = text.trim()
  const found = query ? findEmoji(query) : null
  const shown = found ? [{ name: emojiTexts.found, emoji: found }] : sections

  function choose(sign: string) {
    noteRecent(sign)
    // The opener gets the focus back before the box does.
    dialog.current?.close()
    onChoose(sign)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && found?.[0]) choose(found[0].sign)
    else if (event.key === 'ArrowDown' && event.target instanceof HTMLInputElement)
      grid.current?.querySelector('button')?.focus()
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      aria-label={emojiTexts.title}
      className={styles.picker}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        // What is beside the dialog counts as the dialog itself.
        if (target === currentTarget) currentTarget.close()
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the box and the grid within */}
      <div className={styles.content} onKeyDown={handleKeyDown}>
        <div className={styles.head}>
          <SearchBox className={styles.search} label={emojiTexts.search} text={text} onChange={setText} />
          <IconButton aria-label={emojiTexts.close} onClick={() => dialog.current?.close()}>
            <IconX aria-hidden="true" />
          </IconButton>
        </div>
        <p role="status" className={found?.length === 0 ? undefined : 'visually-hidden'}>
          {found && (found.length > 0 ? emojiTexts.count(found.length) : emojiTexts.nothing)}
        </p>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: moves between the buttons within */}
        <div key={query} ref={grid} className={styles.grid} onKeyDown={moveInGrid} onFocus={keepPlace}>
          {shown.map((section, place) => (
            <Group key={section.name} {...section} isFirst={place === 0} onChoose={choose} />
          ))}
        </div>
      </div>
    </dialog>
  )
}

function Group({
  name,
  emoji,
  isFirst,
  onChoose,
}: Section & { isFirst: boolean; onChoose: (sign: string) => void }) {
  const id = useId()
  if (emoji.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <div role="group" aria-labelledby={id}>
      <h3 id={id}>{name}</h3>
      <div className={styles.signs}>
        {emoji.map(({ sign, names: [italian] }, place) => (
          <button
            key={sign}
            type="button"
            tabIndex={isFirst && place === 0 ? 0 : -1}
            aria-label={italian}
            title={italian}
            onClick={() => onChoose(sign)}
          >
            {sign}
          </button>
        ))}
      </div>
    </div>
  )
}

function allSections(): Section[] {
  const recent = recentSigns().flatMap((sign) => allEmoji.find((one) => one.sign === sign) ?? [])
  const groups = emojiTexts.groups.flatMap((name, group) =>
    name ? [{ name, emoji: allEmoji.filter((one) => one.group === group) }] : [],
  )
  return recent.length > 0 ? [{ name: emojiTexts.recent, emoji: recent }, ...groups] : groups
}

/** The button that had the focus last is the grid's one stop of Tab. The page isn't asked to draw the others again. */
function keepPlace({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  for (const stop of currentTarget.querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1
  target.tabIndex = 0
}

/** The arrows lead to the neighbours, from a section to the next too. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLButtonElement)) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(target)
  const next =
    {
      ArrowRight: () => buttons[at + 1],
      ArrowLeft: () => buttons[at - 1],
      ArrowDown: () => nearestOfRow(target, buttons.slice(at + 1)),
      ArrowUp: () => nearestOfRow(target, buttons.slice(0, at).reverse()),
      Home: () => buttons[0],
      End: () => buttons.at(-1),
    }[key] ?? null
  if (!next) return
  event.preventDefault()
  next()?.focus()
}

/** Of the first row of these that isn't the button's own, the one that stands nearest to it. */
function nearestOfRow(button: HTMLButtonElement, others: HTMLButtonElement[]): HTMLButtonElement | undefined {
  const { top, left } = button.getBoundingClientRect()
  const places = others.map((one) => ({ one, place: one.getBoundingClientRect() }))
  const row = places.find(({ place }) => place.top !== top)?.place.top
  const distance = ({ place }: (typeof places)[number]) => Math.abs(place.left - left)
  return places
    .filter(({ place }) => place.top === row)
    .sort((one, other) => distance(one) - distance(other))[0]?.one
}
