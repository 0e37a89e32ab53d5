import {
  IconBlockquote,
  IconBold,
  IconBracketsAngle,
  IconEyeOff,
  IconHelp,
  IconItalic,
  IconList,
  IconStrikethrough,
} from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { chatTexts } from './chat.texts.it.ts'
import styles from './composer.module.css'
import { formattingBarTexts } from './formatting-guide.texts.it.ts'
import { bold, codeInLine, italic, listItems, type MakeEdit, quote, spoiler, struck } from './text-edits.ts'
import { moveInToolbar } from './toolbar-keys.ts'

const FormattingGuide = lazy(() =>
  import('./formatting-guide.tsx').then((module) => ({ default: module.FormattingGuide })),
)

const tools: { name: string; Icon: typeof IconBold; key?: string; make: MakeEdit }[] = [
  { name: formattingBarTexts.bold, Icon: IconBold, key: 'B', make: bold },
  { name: formattingBarTexts.italic, Icon: IconItalic, key: 'I', make: italic },
  { name: formattingBarTexts.struck, Icon: IconStrikethrough, make: struck },
  { name: formattingBarTexts.code, Icon: IconBracketsAngle, key: 'E', make: codeInLine },
  { name: formattingBarTexts.list, Icon: IconList, make: listItems },
  { name: formattingBarTexts.quote, Icon: IconBlockquote, make: quote },
  { name: formattingBarTexts.spoiler, Icon: IconEyeOff, make: spoiler },
]

/** The marks by buttons, of which one is a stop of Tab, and the guide that explains them. */
export function FormattingBar({
  onEdit,
  onPress,
}: {
  onEdit: (make: MakeEdit) => void
  /** Leaves the focus where it is. */
  onPress: (event: MouseEvent) => void
}) {
  const [current, setCurrent] = useState(0)
  const [isGuideOpen, setIsGuideOpen] = useState(false)
  return (
    <div className={styles.formatting}>
      <div role="toolbar" aria-label={chatTexts.formatting} onKeyDown={moveInToolbar} onMouseDown={onPress}>
        {tools.map(({ name, Icon, key, make }, index) => (
          <IconButton
            key={name}
            aria-label={name}
            title={name}
            aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
            tabIndex={index === current ? 0 : -1}
            onFocus={() => setCurrent(index)}
            onClick={() => onEdit(make)}
          >
            <Icon aria-hidden="true" />
          </IconButton>
        ))}
      </div>
      <IconButton
        aria-label={formattingBarTexts.guide}
        title={formattingBarTexts.guide}
        aria-haspopup="dialog"
        onClick={() => setIsGuideOpen(true)}
      >
        <IconHelp aria-hidden="true" />
      </IconButton>
      {isGuideOpen && (
        <Suspense>
          <FormattingGuide onClose={() => setIsGuideOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
