import type { Message } from '@covo/contract/chat/chat.routes'
import { excerptOf, plainText } from '@covo/contract/chat/markup.text'
import { namesIn } from '@covo/contract/chat/quote'
import { fileSummary, spokenFiles } from '@covo/contract/files/file-summary'
import type { MessageFile } from '@covo/contract/files/message-files'

type Content = Pick<Message, 'text' | 'mentions'> & { files?: readonly MessageFile[] | undefined }

/** What is said of a message: its text, and without one its files. */
export function spokenMessage({ text, mentions, files = [] }: Content): string {
  return plainText(text, namesIn(mentions)) || spokenFiles(files)
}

/** What one line shows of a message. */
export function messageLine({ text, mentions, files = [] }: Content): string {
  return excerptOf(text, namesIn(mentions)) || fileSummary(files)
}
