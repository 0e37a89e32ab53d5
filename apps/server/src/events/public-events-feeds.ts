import { type PublicEvent, publicEventsPath } from '@covo/contract/events/public-events'
import { categoryNames, inWords, placeOf } from './public-page.ts'

type Instance = { name: string; origin: string }

export const atomPath = '/eventi.atom'
export const sitemapPath = '/sitemap.xml'

/** An event with the times of its creation and of its present version. */
type FeedEntry = PublicEvent & { createdAt: string; versionAt: string }

/**
 * An Atom feed (RFC 4287) of events: an entry is updated with each version of its event. Its author is the instance, so that no
 * member is named.
 */
export function writeAtom(entries: FeedEntry[], { name, origin }: Instance): string {
  const [newest = new Date(0).toISOString()] = entries
    .map(({ versionAt }) => versionAt)
    .toSorted()
    .reverse()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="it">',
    `<id>${xml(`${origin}${atomPath}`)}</id>`,
    `<title>${xml(`Eventi di ${name}`)}</title>`,
    `<updated>${newest}</updated>`,
    `<author><name>${xml(name)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${origin}${atomPath}`)}" />`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}${publicEventsPath}`)}" />`,
    ...entries.map((entry) => writeEntry(entry, origin)),
    '</feed>\n',
  ].join('\n')
}

function writeEntry(entry: FeedEntry, origin: string): string {
  const place = placeOf(entry)
  const facts = [inWords(entry, entry.dateTime), ...(place ? [place] : []), entry.description]
  const title = entry.status === 'cancelled' ? `Annullato: ${entry.title}` : entry.title
  return [
    '<entry>',
    `<id>urn:uuid:${entry.id}</id>`,
    `<title>${xml(title)}</title>`,
    `<published>${entry.createdAt}</published>`,
    `<updated>${entry.versionAt}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}${publicEventsPath}/${entry.id}`)}" />`,
    `<category term="${entry.category}" label="${categoryNames[entry.category]}" />`,
    `<summary>${xml(facts.join(' · '))}</summary>`,
    '</entry>',
  ].join('\n')
}

/** A sitemap (sitemaps.org) of the landing, the list of events and the pages of these events. */
export function writeSitemap(events: { id: string; versionAt: Date }[], origin: string): string {
  const url = (path: string, changedAt?: Date) =>
    `<url><loc>${xml(`${origin}${path}`)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    url('/'),
    url(publicEventsPath),
    ...events.map(({ id, versionAt }) => url(`${publicEventsPath}/${id}`, versionAt)),
    '</urlset>\n',
  ].join('\n')
}

/** Characters that XML has none of, not even escaped (XML 1.0, section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the ones
const foreign = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

/** Text as it stands in XML, between tags or in a quoted attribute. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(foreign, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
