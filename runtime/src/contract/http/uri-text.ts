/** URIs of RFC 3986 (ASCII, `%` with two digits, brackets only around IPv6 hosts) and URI templates of RFC 6570. */

const PATH = `(?:[A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*`
const AFTER_PATH = `(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*`
const NAME = `[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2}`
const AUTHORITY = `(?:(?:${NAME}|:)*@)?(?:\\[[0-9A-Fa-f:.]+\\]|(?:${NAME})*)(?::\\d*)?`
const REST = `(?:\\?${AFTER_PATH})?(?:#${AFTER_PATH})?$`

// A path after an authority begins with a slash. Without an authority, it never begins with two.
const HIERARCHY = `(?://${AUTHORITY}(?:/${PATH})?|(?!//)${PATH})`
// A scheme alone is legal, but meaningless.
const URI = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:(?![?#]|$)${HIERARCHY}${REST}`)
/** A reference without a scheme: no colon before the first slash. */
const RELATIVE = new RegExp(`^(?![^/?#]*:)${HIERARCHY}${REST}`)

const VARIABLE = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})+(?::[1-9][0-9]{0,3}|\\*)?'
const TEMPLATE = new RegExp(
  `^(?:[^\\x00-\\x20"'<>%\\\\^\`{|}]|%[0-9A-Fa-f]{2}|\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\})*$`,
  'u',
)

/** Whether the string is an absolute URI that `new URL` accepts too. */
export function isUri(text: string): boolean {
  return URI.test(text) && URL.canParse(text)
}

export function isUriReference(text: string): boolean {
  return URI.test(text) || RELATIVE.test(text)
}

export function isUriTemplate(text: string): boolean {
  return TEMPLATE.test(text)
}

/** Escapes the characters of a URL's `href` that WHATWG allows and RFC 3986 doesn't: `?q={x}`. */
export function toUri(href: string): string {
  const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/.exec(href)?.[0] ?? ''
  const [before, ...fragment] = href.slice(host.length).split('#')
  const escaped = [before, fragment.join('%23')].map((part = '') =>
    part.replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?%#-]/gu, escapeCharacter),
  )
  return host + escaped[0] + (fragment.length > 0 ? `#${escaped[1]}` : '')
}

function escapeCharacter(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}
