import { differentTexts, sameTexts } from '@covo/testing/same-texts'
import { describe, expect, it } from 'vitest'
import { countBytes, countCharacters, isLongerThan, textKey, withoutPiledMarks } from './text.ts'

/** As people write: each is one text of one of the world's scripts, with the most marks that its language has. */
const written: [language: string, text: string][] = [
  ['Italian, decomposed', 'Perche\u0301 e\u0300 cosi\u0300'],
  ['Vietnamese, decomposed', 'Tiếng Việt: trường hợp'.normalize('NFD')],
  ['Thai', 'ผู้ใหญ่บ้านที่นั่นกินน้ำแล้ว'],
  ['Lao', 'ຂ້ອຍບໍ່ຮູ້'],
  ['Hindi', 'हिन्दी में क्षत्रिय, राष्ट्रों'],
  ['Sanskrit, five consonants and a vowel in one character', 'कार्त्स्न्येन'],
  ['Tamil', 'க்ஷௌரம்'],
  ['Malayalam', 'സ്ത്രീകൾക്ക്'],
  ['Burmese, five marks on a letter', 'လျှော့ချ မြှောက်'],
  ['Khmer', 'ស្ត្រី ភ្នំពេញ'],
  ['Tibetan', 'བསྒྲུབས་ རྒྱུད'],
  ['Hebrew with points and accents', 'בְּרֵאשִׁ֖ית שָׁ֥מַיִם וְשִׁנַּנְתָּ֣ם'],
  ['Arabic with vowels', 'ٱلرَّحْمَٰنِ ٱلْعَٰلَمِينَ'],
  ['Korean, decomposed', '한국어'.normalize('NFD')],
  ['Yoruba, decomposed', 'ọ̀rọ̀ Yorùbá'.normalize('NFD')],
  ['phonetics', 'ɔ̃̀ː t͡ʃʷʼ ṳ̀'],
  ['families, professions and skins', '👨‍👩‍👧‍👦 👩🏽‍🚒 🧑🏿‍❤️‍💋‍🧑🏻'],
  ['flags', '🇮🇹 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏳️‍🌈 🏴‍☠️'],
  ['keycaps and hearts', '1️⃣ #️⃣ *️⃣ ❤️‍🔥'],
  ['an ideograph with its variant', '葛󠄀'],
]

const piled: [what: string, character: string][] = [
  ['five marks', `a${'\u0301'.repeat(5)}`],
  ['five marks of several kinds', 'a\u0301\u0327\u20dd\u1ab0\u0345'],
  ['marks without a letter', '\u0301'.repeat(5)],
  ['marks with joiners between', `a${'\u0301\u200d'.repeat(5)}`],
  ['marks with selectors between', `a${'\u0301\ufe0f'.repeat(5)}`],
  ['marks with tags between', `a${'\u0301\u{e0061}'.repeat(5)}`],
  ['marks with skins between', `a${'\u0301\u{1f3fd}'.repeat(5)}`],
  ['marks with voicing between', `a${'\u0301\uff9e'.repeat(5)}`],
  ['marks of which some take room', `क${'ा'.repeat(5)}`],
  ['marks on an emoji', `👩${'\u20dd'.repeat(5)}`],
]

describe('a character', () => {
  it.each(written)('has as many marks as its language needs: %s', (_, text) => {
    expect(isLongerThan(text, 100)).toBe(false)
  })

  it.each(piled)('is refused with more than four marks: %s', (_, character) => {
    expect(isLongerThan(`un ${character} qui`, 100)).toBe(true)
  })

  it.each(piled)('keeps four: %s', (_, character) => {
    const kept = withoutPiledMarks(character)
    expect(kept.match(/(?!\p{VS})\p{M}/gu)).toHaveLength(4)
    expect(isLongerThan(kept, 100)).toBe(false)
  })

  it('may have four', () => {
    expect(isLongerThan(`a${'\u0301'.repeat(4)}`.repeat(100), 100)).toBe(false)
  })
})

describe('a length', () => {
  it.each([
    ['letters', 'a'.repeat(100), 100],
    ['letters with an accent, decomposed', 'e\u0300'.repeat(100), 100],
    ['families', '👨‍👩‍👧‍👦'.repeat(100), 100],
    ['Indian conjuncts', 'क्ष'.repeat(100), 100],
  ])('is counted as people count: %s', (_, text, maximum) => {
    expect(countCharacters(text)).toBe(maximum)
    expect(isLongerThan(text, maximum)).toBe(false)
    expect(isLongerThan(text, maximum - 1)).toBe(true)
  })

  it.each([
    ['units, of which a character may have fifteen on average', `a${'\ufe0f'.repeat(14)}`.repeat(10), 10],
    ['as many units in one character', `a${'\ufe0f'.repeat(149)}`, 10],
  ])('is bounded in %s', (_, text, maximum) => {
    expect(isLongerThan(text, maximum)).toBe(false)
    expect(isLongerThan(`${text}\ufe0f`, maximum)).toBe(true)
  })

  it.each(['a', 'è', '漢', '🦊', 'à'.normalize('NFD')])('is bounded in bytes: %s', (character) => {
    const bytes = countBytes(character)
    const fitting = character.repeat(120 / bytes)
    expect(isLongerThan(fitting, 200, 120)).toBe(false)
    expect(isLongerThan(`${fitting}a`, 200, 120)).toBe(true)
  })
})

describe('the key of a text', () => {
  it.each(sameTexts)('is the same with %s', (_, one, other) => {
    expect(textKey(one)).toBe(textKey(other))
  })

  it.each(differentTexts)('tells %s apart', (_, one, other) => {
    expect(textKey(one)).not.toBe(textKey(other))
  })
})
