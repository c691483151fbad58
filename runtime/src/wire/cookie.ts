/** Cookies on the wire (RFC 6265 and its revision, rfc6265bis). */

/** Attributes of a `Set-Cookie` line. */
export interface CookieAttributes {
  readonly path?: string
  readonly domain?: string
  /** Seconds; 0 ends the cookie. */
  readonly maxAge?: number
  readonly sameSite?: 'Strict' | 'Lax' | 'None'
  readonly secure?: boolean
  readonly httpOnly?: boolean
}

/** What every browser keeps of one cookie, in bytes: name, value and attributes (RFC 6265 section 6.1). */
export const MAX_COOKIE_BYTES = 4096

/** Every value of the cookie `name` in a `Cookie` header, in order: a parent domain may have set another of that name. */
export function readCookies(header: string | null | undefined, name: string): string[] {
  const values: string[] = []
  if (!header) return values
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals !== -1 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim())
  }
  return values
}

/** A `Set-Cookie` line. `value` must already be made of cookie characters (base64url is). */
export function writeCookie(name: string, value: string, attributes: CookieAttributes): string {
  const { path, domain, maxAge, sameSite, secure, httpOnly } = attributes
  return [
    `${name}=${value}`,
    path === undefined ? '' : `Path=${path}`,
    domain === undefined ? '' : `Domain=${domain}`,
    maxAge === undefined ? '' : `Max-Age=${maxAge}`,
    httpOnly ? 'HttpOnly' : '',
    secure ? 'Secure' : '',
    sameSite === undefined ? '' : `SameSite=${sameSite}`,
  ]
    .filter((part) => part !== '')
    .join('; ')
}

/**
 * Why a cookie with this name and these attributes could not be set: a browser would drop it, or a character in it would
 * end the attribute and begin another one. Undefined where nothing is wrong.
 */
export function cookieProblem(name: string, attributes: CookieAttributes): string | undefined {
  const { path, domain, sameSite, secure } = attributes
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `${JSON.stringify(name)} cannot be a cookie name.`
  // No control character, no `;`, nothing outside ASCII: what follows would be an attribute, or a header, of its own.
  if (path !== undefined && !/^\/[\x20-\x3a\x3c-\x7e]*$/.test(path))
    return `The cookie path ${JSON.stringify(path)} must begin with "/" and hold no ";" and no control characters.`
  if (domain !== undefined && !/^\.?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i.test(domain))
    return `The cookie domain ${JSON.stringify(domain)} is no host name, as "shop.example".`
  if (sameSite !== undefined && !['Strict', 'Lax', 'None'].includes(sameSite))
    return `sameSite is "Strict", "Lax" or "None", not ${JSON.stringify(sameSite)}.`
  if (sameSite === 'None' && !secure)
    return 'A cookie with sameSite "None" needs secure: true; browsers drop it otherwise.'
  return prefixProblem(name, attributes)
}

/** Names that browsers hold to rules (rfc6265bis section 4.1.3), in any case. */
function prefixProblem(name: string, { path, domain, secure, httpOnly }: CookieAttributes): string | undefined {
  const prefix = /^__(?:Host-Http|Host|Secure|Http)-/i.exec(name)?.[0]
  if (prefix === undefined) return undefined
  if (!secure) return `A cookie whose name begins with "${prefix}" needs secure: true; browsers drop it otherwise.`
  if (/http/i.test(prefix) && !httpOnly) return `A cookie whose name begins with "${prefix}" needs httpOnly.`
  if (/host/i.test(prefix) && (domain !== undefined || path !== '/'))
    return `A cookie whose name begins with "${prefix}" has the path "/" and no domain; browsers drop it otherwise.`
  return undefined
}
