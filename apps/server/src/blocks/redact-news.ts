import type { News } from '@covo/contract/realtime'
import { redactEntry, redactMessage } from '../chat/redact-messages.ts'
import type { Hidden } from '../platform/viewer.ts'

/** News as somebody gets it who does not see some members; null: not at all. News of nobody hidden is returned itself. */
export function redactNews(news: News, hidden: Hidden): News | null {
  switch (news.type) {
    case 'chat.message_sent': {
      const message = redactMessage(news.message, hidden)
      return message === news.message ? news : { ...news, message }
    }
    case 'chat.messages_changed':
      return { ...news, changed: news.changed.map((entry) => redactEntry(entry, hidden)) }
    case 'chat.typing':
      return { ...news, people: news.people.filter(({ uid }) => !hidden.has(uid)) }
    case 'profiles.member_changed':
      return hidden.has(news.uid) ? null : news
    default:
      return news
  }
}
