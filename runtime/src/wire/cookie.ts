/** Cookies on the wire (RFC 6265). */

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
