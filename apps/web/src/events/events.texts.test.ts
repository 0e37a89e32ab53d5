import { maximumEventDays, maximumEventDescriptionBytes } from '@covo/contract/events/event-form.rules'
import { expect, it } from 'vitest'
import { creationErrors } from './events.texts.it.ts'

it.each([
  ['events.start_in_past', "La data e l'ora dell'evento non possono essere nel passato."],
  ['events.start_too_far', 'La data è troppo lontana.'],
  ['events.end_before_start', "Il termine dell'evento non può essere precedente alla data e ora di inizio."],
  ['events.too_long', `Un evento può durare al massimo ${maximumEventDays} giorni.`],
  ['events.link_invalid', 'Inserisci un link valido (http o https).'],
  [
    'events.description_too_long',
    `La descrizione può avere al massimo ${maximumEventDescriptionBytes} caratteri (lettere accentate ed emoji contano di più).`,
  ],
  ['events.field_too_long', 'Un campo è troppo lungo.'],
] as const)('%s: %s', (code, sentence) => {
  expect(creationErrors[code]).toBe(sentence)
})
