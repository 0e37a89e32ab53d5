import { afterEach, describe, expect, it, vi } from 'vitest'
import { areAllWith, deviceStore, hasFields, tabStore } from './stores.ts'

afterEach(() => vi.unstubAllGlobals())

/** A store that a browser refuses from one of its uses on. */
function refusing(...uses: (keyof Storage)[]): Storage {
  const kept: Record<string, string> = {}
  const store = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(kept, { [key]: text }),
    removeItem: (key: string) => void delete kept[key],
  }
  return new Proxy(store as Storage, {
    get(target, name) {
      if (uses.includes(name as keyof Storage)) throw new DOMException('denied', 'SecurityError')
      return Reflect.get(target, name)
    },
    ownKeys: () => {
      if (uses.includes('key')) throw new DOMException('denied', 'SecurityError')
      return Object.keys(kept)
    },
    getOwnPropertyDescriptor: (_, key) => ({
      value: kept[String(key)],
      enumerable: true,
      configurable: true,
    }),
  })
}

const isText = (stored: unknown): stored is string => typeof stored === 'string'

describe.each([
  ['the device', deviceStore, 'localStorage'],
  ['the tab', tabStore, 'sessionStorage'],
] as const)('the store of %s', (_, store, name) => {
  it('keeps texts until they are removed, an empty one too', () => {
    vi.stubGlobal(name, refusing())
    expect([store.keep('covo.a', '"uno"'), store.keep('altri', 'due')]).toEqual([true, true])
    expect([store.read('covo.a'), store.readValue('covo.a', isText)]).toEqual(['"uno"', 'uno'])
    expect(store.keys('covo.')).toEqual(['covo.a'])
    store.remove('covo.a')
    store.keep('altri', '')
    expect([store.read('covo.a'), store.read('altri')]).toEqual([null, null])
  })

  it('is empty where the browser refuses it', () => {
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    expect(store.keep('a', 'uno')).toBe(false)
    expect([store.read('a'), store.readValue('a', isText), store.keys('')]).toEqual([null, null, []])
    expect(() => store.remove('a')).not.toThrow()
    Reflect.deleteProperty(globalThis, name)
  })

  it('is empty where there is none', () => {
    vi.stubGlobal(name, null)
    expect([store.keep('a', 'uno'), store.read('a'), store.keys('')]).toEqual([false, null, []])
  })

  it('refuses what the browser refuses, and no more', () => {
    vi.stubGlobal(name, refusing('setItem'))
    expect([store.keep('a', 'uno'), store.read('a')]).toEqual([false, null])
    vi.stubGlobal(name, refusing('getItem', 'removeItem', 'key'))
    expect([store.keep('a', 'uno'), store.read('a'), store.keys('')]).toEqual([true, null, []])
    expect(() => store.remove('a')).not.toThrow()
  })

  it.each(['{', 'uno', '5', 'null', '[]', ''])('holds no value where it holds %s', (text) => {
    vi.stubGlobal(name, refusing())
    store.keep('a', text)
    expect(store.readValue('a', isText)).toBeNull()
  })
})

it.each([
  [{ text: 'uno', savedAt: 1 }, true],
  [{ text: 'uno', savedAt: 1, other: null }, true],
  [{ text: 'uno' }, false],
  [{ text: null, savedAt: 1 }, false],
  [{ text: 1, savedAt: 1 }, false],
  [[], false],
  [null, false],
  ['uno', false],
])('%o is a stored text: %s', (stored, isOne) => {
  const types = { text: 'string', savedAt: 'number' } as const
  expect(hasFields(stored, types)).toBe(isOne)
  expect(areAllWith([stored], types)).toBe(isOne)
  expect(areAllWith(stored, types)).toBe(Array.isArray(stored))
})
