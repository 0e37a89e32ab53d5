import { roomId } from '../chat/chat.rules.ts'
import type { Folded } from '../fold.ts'
import type { SliceNews } from '../realtime.ts'
import type { Bot } from './bots.routes.ts'

/** The own tokens, of which news says no more than that something of the account changed. */
export function foldTokens<Shown>(shown: Shown, news: SliceNews): Folded<Shown> {
  return news.type === 'account.changed' ? 'refetch' : shown
}

/** The own bots: as tokens, and with the rooms that their owner enters and leaves. */
export function foldBots(shown: { bots: Bot[] }, news: SliceNews): Folded<{ bots: Bot[] }> {
  if (news.type !== 'rooms.own_changed') return foldTokens(shown, news)
  const { conversationId, isMember } = news
  const isKnown = (bot: Bot) => bot.rooms.some(({ slug }) => roomId(slug) === conversationId)
  return conversationId.startsWith(roomId('')) && shown.bots.some((bot) => isKnown(bot) !== isMember)
    ? 'refetch'
    : shown
}
