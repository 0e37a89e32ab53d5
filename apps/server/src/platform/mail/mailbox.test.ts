import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

it.each([
  ['a tag', 'vittima+1@gmail.com', 'vittima@gmail.com'],
  ['dots of Gmail', 'vit.ti.ma@gmail.com', 'vittima@gmail.com'],
  ['the other domain of Gmail, with dots and a tag', 'v.ittima+x@googlemail.com', 'vittima@gmail.com'],
  ['capitals', 'Vittima@Esempio.IT', 'vittima@esempio.it'],
  ['a tag in a tag', 'anna+a+b@esempio.it', 'anna@esempio.it'],
  ['an empty tag', 'anna+@esempio.it', 'anna@esempio.it'],
  ['quotes', '"anna"@esempio.it', 'anna@esempio.it'],
  ['a dot at the end of the domain', 'anna@esempio.it.', 'anna@esempio.it'],
  ['a domain in its other alphabet', 'anna@citt\u00e0.it', 'anna@xn--citt-3na.it'],
  ['a domain in full width', 'anna@\uff45sempio.it', 'anna@esempio.it'],
  ['a decomposed name', 'nicolo\u0300@esempio.it', 'nicol\u00f2@esempio.it'],
  ['what Proton passes over', 'an.na_b-c+x@pm.me', 'annabc@proton.me'],
  ['another domain of Apple', 'anna@me.com', 'anna@icloud.com'],
  ['a tag of Yahoo', 'anna-negozi@yahoo.it', 'anna@yahoo.it'],
])('%s leads to the same mailbox: %s', (_, one, other) => {
  expect(mailboxOf(one)).toBe(mailboxOf(other))
})

it.each([
  ['dots elsewhere', 'anna.rossi@esempio.it', 'annarossi@esempio.it'],
  ['hyphens elsewhere', 'anna-maria@esempio.it', 'anna@esempio.it'],
  ['a name that is a tag', '+39@esempio.it', '+41@esempio.it'],
  ['another domain', 'anna@esempio.it', 'anna@esempio.com'],
])('%s lead to different mailboxes: %s', (_, one, other) => {
  expect(mailboxOf(one)).not.toBe(mailboxOf(other))
})
