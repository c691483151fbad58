/** Parses and writes cookies (RFC 6265 and its revision, rfc6265bis). */

/** Attributes of a `Set-Cookie` header. */
interface CookieAttributes {
  readonly path?: string
  readonly domain?: string
  /** Lifetime in seconds; 0 deletes the cookie. */
  readonly maxAge?: number
  readonly sameSite?: 'Strict' | 'Lax' | 'None'
  readonly secure?: boolean
  readonly httpOnly?: boolean
}

/** Size of a cookie that every browser supports, in bytes: name, value and attributes (RFC 6265 section 6.1). */
export const MAX_COOKIE_BYTES = 4096

/**
 * Returns all values of the cookie `name` in a `Cookie` header, in order: a parent domain may have set another one of that
 * name.
 */
export function readCookies(header: string | null | undefined, name: string): string[] {
  const values: string[] = []
  if (!header) return values
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals !== -1 && part.slice(0, equals).trim() === name) values.push(part.slice(equals + 1).trim())
  }
  return values
}

/** Returns a `Set-Cookie` header. `value` must contain only cookie characters, such as base64url. */
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
 * Returns why a cookie with this name and these attributes can't be set: a browser would drop it, or one of its characters
 * would end the attribute and begin another one. Returns undefined for a valid cookie.
 */
export function cookieProblem(name: string, attributes: CookieAttributes): string | undefined {
  const { path, domain, sameSite, secure } = attributes
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `${JSON.stringify(name)} cannot be a cookie name.`
  // Excludes control characters, `;` and characters outside ASCII, which could begin another attribute or header.
  if (path !== undefined && !/^\/[\x20-\x3a\x3c-\x7e]*$/.test(path))
    return `The cookie path ${JSON.stringify(path)} must begin with "/" and contain no ";" and no control characters.`
  if (domain !== undefined && !/^\.?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i.test(domain))
    return `The cookie domain ${JSON.stringify(domain)} is not a host name, such as "shop.example".`
  if (sameSite !== undefined && !['Strict', 'Lax', 'None'].includes(sameSite))
    return `sameSite must be "Strict", "Lax" or "None", not ${JSON.stringify(sameSite)}.`
  if (sameSite === 'None' && !secure)
    return 'A cookie with sameSite "None" needs secure: true; browsers drop it otherwise.'
  return prefixProblem(name, attributes)
}

/** Name prefixes with rules that browsers enforce (rfc6265bis section 4.1.3), in any case. */
function prefixProblem(name: string, { path, domain, secure, httpOnly }: CookieAttributes): string | undefined {
  const prefix = /^__(?:Host-Http|Host|Secure|Http)-/i.exec(name)?.[0]
  if (prefix === undefined) return undefined
  if (!secure) return `A cookie whose name begins with "${prefix}" needs secure: true; browsers drop it otherwise.`
  if (/http/i.test(prefix) && !httpOnly) return `A cookie whose name begins with "${prefix}" needs httpOnly.`
  if (/host/i.test(prefix) && (domain !== undefined || path !== '/'))
    return `A cookie whose name begins with "${prefix}" must have the path "/" and no domain; browsers drop it otherwise.`
  return undefined
}
