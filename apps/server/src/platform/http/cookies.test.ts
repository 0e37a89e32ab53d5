import { describe, expect, it } from 'vitest'
import { findSessionCookie } from './cookies.ts'

const name = 'covo.session_token'
const value = `${'aB3'.repeat(10)}xy.${'Zz+/'.repeat(10)}abc=`
const cookie = `${name}=${encodeURIComponent(value)}`

describe('the session’s cookie', () => {
  it.each([
    ['alone', cookie],
    ['among others', `a=b; ${cookie}; ${name}2=c`],
    ['without spaces', `a=b;${cookie};c=d`],
    ['without encoding', `${name}=${value}`],
    ['with letters encoded that need not be', `${name}=%61${encodeURIComponent(value.slice(1))}`],
    ['before a second one', `${cookie}; ${name}=other`],
  ])('is found in one spelling %s (S-21)', (_how, header) => {
    expect(findSessionCookie(header, name)).toBe(cookie)
  })

  it.each([
    ['no cookie', null],
    ['an empty one', `${name}=`],
    ['another name', `__Host-${cookie}`],
    ['a value that is too long', `${cookie}a`],
    ['a value without a signature', `${name}=${value.split('.')[0]}`],
    ['a value that is broken', `${name}=%E0%A4%A`],
    ['a space in the signature', `${name}=${value.slice(0, 40)} ${value.slice(40)}`],
  ])('is none where there is %s', (_what, header) => {
    expect(findSessionCookie(header, name)).toBeNull()
  })
})
