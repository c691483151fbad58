/** URLs that resemble paths of an app, built from parts that URL parsers treat differently. */
import fc from 'fast-check'

const PIECES = [
  ...['/', '/', '//', '\\', '.', '..', '%2e', '%2E%2e', '.%2e', '%2f', '%5c', '%09', '%00'],
  ...['\t', '\n', '\r', '\0', ' ', '\u00a0', '\u3002', '?', '#', '@', ':', 'http:', 'https://', 'javascript:'],
  ...['evil.example', 'a', 'login', 'ü', '日本', '\ud800', '[', ']'],
]

export const hostileTarget: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('/', '/', '/', ''), fc.array(fc.constantFrom(...PIECES), { maxLength: 7 }))
  .map(([start, pieces]) => start + pieces.join(''))

/** Each of these was once a redirect to another host. */
export const KNOWN_TARGETS = [
  '/..//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/./\\evil.example',
  '/%2e%2e//evil.example',
  '/%2e/\\evil.example',
  '/\t//evil.example',
  '/.\n/\r/evil.example',
  '/a/%2E%2E/\\evil.example?x=1#y',
] as const

const SITE = 'https://site.example'

/** Returns whether a browser that follows `location` from a page of the site stays on the site. */
export function staysOnSite(location: string): boolean {
  return location.startsWith('/') && new URL(location, `${SITE}/some/page`).origin === SITE
}
