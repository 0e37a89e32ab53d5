import { expect, test } from '../actors.ts'

// That it breaks no screen is shown by all tests: an error in the console fails them, and a violation of the policy is one.
test('the content policy lets no text become HTML or a script, and loads nothing from elsewhere (S-28)', async ({
  page,
  announced,
}) => {
  announced.push(/Content Security [Pp]olicy|TrustedHTML|TrustedScript|blocked:csp|ERR_BLOCKED_BY_CSP/)
  await page.goto('/Login')
  const outcome = await page.evaluate(async () => {
    const refused: Record<string, boolean> = {}
    const attempt = (name: string, act: () => unknown) => {
      try {
        act()
        refused[name] = false
      } catch {
        refused[name] = true
      }
    }
    const box = document.createElement('div')
    attempt('innerHTML', () => {
      box.innerHTML = '<b>x</b>'
    })
    attempt('insertAdjacentHTML', () => box.insertAdjacentHTML('beforeend', '<b>x</b>'))
    attempt('outerHTML', () => {
      document.body.appendChild(document.createElement('p')).outerHTML = '<b>x</b>'
    })
    attempt('DOMParser', () => new DOMParser().parseFromString('<b>x</b>', 'text/html'))
    attempt('document.write', () => document.write('<b>x</b>'))
    attempt('srcdoc', () => {
      document.createElement('iframe').srcdoc = '<b>x</b>'
    })
    attempt('script.src', () => {
      document.createElement('script').src = '/assets/x.js'
    })
    attempt('script.text', () => {
      document.createElement('script').text = 'window.ran = true'
    })

    attempt('a policy of its own', () =>
      (
        window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): object } }
      ).trustedTypes.createPolicy('x', {}),
    )
    const loaded = (element: HTMLElement) =>
      new Promise<boolean>((done) => {
        element.addEventListener('load', () => done(true))
        element.addEventListener('error', () => done(false))
        document.body.append(element)
      })
    const picture = (src: string) => loaded(Object.assign(document.createElement('img'), { src }))
    const elsewhere = location.origin.replace('localhost', '127.0.0.1')
    return {
      refused,
      own: await picture('/favicon.svg'),
      foreign: await picture(`${elsewhere}/favicon.svg`),
      inlined: await picture('data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='),
      sent: await fetch(`${elsewhere}/health/live`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
      ran: await new Promise<boolean>((done) => setTimeout(() => done('ran' in window))),
    }
  })
  expect(Object.entries(outcome.refused).filter(([, isRefused]) => !isRefused)).toEqual([])
  expect(Object.keys(outcome.refused)).toHaveLength(9)
  expect(outcome).toMatchObject({ own: true, foreign: false, inlined: false, sent: false, ran: false })
})
