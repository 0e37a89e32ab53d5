import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { escapeHtml } from '@covo/contract/escape-html'
import PostalMime from 'postal-mime'

/** Serves a page, to this machine only, that shows the mails of an outbox, the newest first. Answers its address. */
export async function startMailPage(outbox: string, port: number): Promise<string> {
  const server = createServer((_request, response) => {
    renderMails(outbox).then(
      (page) =>
        response
          .writeHead(200, {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy': "default-src 'none'",
          })
          .end(page),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  return `http://localhost:${port}`
}

async function renderMails(outbox: string): Promise<string> {
  const names = (await readdir(outbox).catch(() => [])).toSorted().reverse()
  const mails = await Promise.all(
    names.map(async (name) => await PostalMime.parse(await readFile(join(outbox, name)))),
  )
  const articles = mails.map(
    ({ to, subject, date, text }) =>
      `<article><h2>${escapeHtml(subject ?? '')}</h2><p>${escapeHtml(date ?? '')} · ${escapeHtml(to?.[0]?.address ?? '')}</p><pre>${withLinks(escapeHtml(text ?? ''))}</pre></article>`,
  )
  return `<!doctype html><html lang="it"><meta name="color-scheme" content="light dark"><title>Mails</title><h1>Mails sent (${mails.length})</h1>${articles.join('')}</html>`
}

function withLinks(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
}
