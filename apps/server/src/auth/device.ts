import Bowser from 'bowser'

/** Characters of a `User-Agent` that are looked at: browsers write some two hundred. */
const maximumLength = 400

// The library answers the words of a header that it doesn't know: they are anybody's.
const browsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))
const systems: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP))

/** Browser and system of a request by name, such as 'Firefox su Linux'; empty where one of them is not known. */
export function deviceOf(headers: Headers): string {
  const userAgent = headers.get('user-agent')?.slice(0, maximumLength)
  if (!userAgent) return ''
  const parser = Bowser.getParser(userAgent)
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return browsers.has(browser) && systems.has(system) ? `${browser} su ${system}` : ''
}
