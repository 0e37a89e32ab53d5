import { conversationKind, reactionKinds } from '@covo/contract/chat/chat.rules'
import { nameMentions } from '@covo/contract/chat/markup.text'
import { namesIn } from '@covo/contract/chat/quote'
import { Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCopy,
  IconFlag,
  IconLink,
  IconMoodSmile,
  IconPencil,
  IconTrash,
  IconUser,
  IconUserCancel,
} from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { describeError } from '../platform/api.ts'
import { blockTexts } from '../platform/blocks.texts.it.ts'
import { reportTexts } from '../platform/reports.texts.it.ts'
import { profilePath } from '../screens.ts'
import { ActionMenu, MenuAnchor } from '../ui/action-menu.tsx'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { BlockDialog } from '../ui/block-dialog.tsx'
import { personTexts } from '../ui/person.texts.it.ts'
import { Report } from '../ui/report.tsx'
import { showToast } from '../ui/toast.tsx'
import { actionTexts, reactionsTexts, reactionTexts, removalErrors } from './chat.texts.it.ts'
import { copyText } from './copy-text.ts'
import { mayEdit } from './edits.ts'
import { messageLine } from './files/message-line.ts'
import type { OpenMenu } from './message-actions.tsx'
import { messagePath } from './message-link.ts'
import styles from './message-menu.module.css'
import type { MessageRow } from './message-rows.ts'
import { isOwnReaction, type OwnState } from './own-reactions.ts'
import type { React } from './react-to.ts'
import { ReactionsDialog } from './reactions-dialog.tsx'

/** Where a thumb is, in place of beside the button. */
const atFoot = { top: 'auto', right: 0, bottom: 0, left: 0, width: 'auto' } as const

/** The actions on a message. The dialog that asks for its removal outlives the menu. */
export function MessageMenu({
  menu: { row, button, opener },
  isOpen,
  conversationId,
  own,
  onReact,
  onReply,
  onClose,
  onEdit,
  onRemove,
}: {
  menu: OpenMenu
  isOpen: boolean
  conversationId: string
  own: OwnState
  /** Null where one may only read. */
  onReact: React | null
  onReply: ((row: MessageRow) => void) | null
  onClose: () => void
  onEdit: ((row: MessageRow) => void) | null
  /** Rejects when it is not removed. */
  onRemove: () => Promise<void>
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const block = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const [isShowing, setIsShowing] = useState(false)
  const [isReporting, setIsReporting] = useState(false)
  const isTouched = matchMedia('(pointer: coarse)').matches

  function close() {
    onClose()
    opener.focus()
  }

  function ask(question: RefObject<HTMLDialogElement | null>) {
    // The dialog gives the focus back to where it was, and the menu's entry is gone by then.
    opener.focus()
    question.current?.showModal()
  }

  function copyLink() {
    if (row.sequence === null) return
    const link = location.origin + messagePath(conversationId, row.sequence)
    void copyText(link, actionTexts.linkCopied)
  }

  return (
    <>
      <ActionMenu
        name={actionTexts.menu}
        target={<MenuAnchor element={button} />}
        opened={isOpen}
        onChange={(isOpening) => !isOpening && close()}
        position={row.isOwn ? 'bottom-start' : 'bottom-end'}
        floatingStrategy="fixed"
        returnFocus={false}
        className={styles.menu}
        style={isTouched ? atFoot : undefined}
      >
        {onReact && !row.isRemoved && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
          <div role="group" aria-label={reactionsTexts.react} className={styles.reactions}>
            {reactionKinds.map((kind) => {
              const isOwn = isOwnReaction(own, kind)
              return (
                <Menu.CheckboxItem
                  key={kind}
                  closeMenuOnClick
                  checkIcon={null}
                  checked={isOwn}
                  aria-label={reactionTexts[kind].name}
                  title={reactionTexts[kind].name}
                  onChange={() => onReact(row, kind, !isOwn)}
                >
                  {reactionTexts[kind].sign}
                </Menu.CheckboxItem>
              )
            })}
          </div>
        )}
        {onReply && !row.isRemoved && (
          <Menu.Item leftSection={<IconArrowBackUp aria-hidden="true" />} onClick={() => onReply(row)}>
            {actionTexts.reply}
          </Menu.Item>
        )}
        {mayEdit(row) && onEdit && (
          <Menu.Item leftSection={<IconPencil aria-hidden="true" />} onClick={() => onEdit(row)}>
            {actionTexts.edit}
          </Menu.Item>
        )}
        {row.isOwn && !row.isRemoved && (
          <Menu.Item leftSection={<IconTrash aria-hidden="true" />} onClick={() => ask(dialog)}>
            {actionTexts.remove}
          </Menu.Item>
        )}
        {!row.isRemoved && row.text && (
          <Menu.Item
            leftSection={<IconCopy aria-hidden="true" />}
            onClick={() => void copyText(nameMentions(row.text, namesIn(row.mentions)))}
          >
            {actionTexts.copyText}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLink aria-hidden="true" />} onClick={copyLink}>
          {actionTexts.copyLink}
        </Menu.Item>
        {row.reactions && !row.isRemoved && (
          <Menu.Item leftSection={<IconMoodSmile aria-hidden="true" />} onClick={() => setIsShowing(true)}>
            {reactionsTexts.show}
          </Menu.Item>
        )}
        {!row.isOwn && !row.isRemoved && (
          <>
            <Menu.Divider role="separator" />
            <Menu.Item
              leftSection={<IconUser aria-hidden="true" />}
              onClick={() => navigate(profilePath(row.userId))}
            >
              {personTexts.profile}
            </Menu.Item>
            <Menu.Item leftSection={<IconUserCancel aria-hidden="true" />} onClick={() => ask(block)}>
              {blockTexts.block}
            </Menu.Item>
            <Menu.Item leftSection={<IconFlag aria-hidden="true" />} onClick={() => setIsReporting(true)}>
              {reportTexts.report}
            </Menu.Item>
          </>
        )}
      </ActionMenu>
      <BlockDialog dialog={block} person={{ uid: row.userId, name: row.userName }} />
      <Report
        isOpen={isReporting}
        subject={{ kind: 'message', id: row.id ?? '' }}
        person={{ uid: row.userId, name: row.userName }}
        text={messageLine(row)}
        isPrivate={['private', 'team'].includes(conversationKind(conversationId))}
        onClose={() => {
          setIsReporting(false)
          opener.focus()
        }}
      />
      {isShowing && (
        <ReactionsDialog
          conversationId={conversationId}
          row={row}
          onClose={() => {
            setIsShowing(false)
            opener.focus()
          }}
        />
      )}
      <AlertDialog
        dialog={dialog}
        title={actionTexts.askRemoval}
        text={row.files.length > 0 ? actionTexts.removalWithFiles : actionTexts.removalWarning}
        cancel={actionTexts.cancel}
        confirm={actionTexts.remove}
        onConfirm={async () => {
          await onRemove()
          showToast('done', actionTexts.removed)
        }}
        describeFailure={(error) => describeError(error, removalErrors)}
      />
    </>
  )
}
