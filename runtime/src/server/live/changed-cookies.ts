/** The cookies of a browser after a response. */

/** Returns the `Cookie` header that a browser sends after a response, without regard to the paths and domains of its cookies. */
export function applyCookies(header: string | undefined, cookies: readonly string[]): string {
  const values = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = splitPair(pair)
    if (!values.has(name)) values.set(name, value)
  }
  for (const cookie of cookies) {
    const [pair = '', ...attributes] = cookie.split(';')
    const [name, value] = splitPair(pair)
    if (isExpired(attributes)) values.delete(name)
    else values.set(name, value)
  }
  return [...values].map(([name, value]) => `${name}=${value}`).join('; ')
}

function splitPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=')
  return [pair.slice(0, Math.max(equals, 0)).trim(), pair.slice(equals + 1).trim()]
}

/** Whether the attributes of a cookie delete it. `Max-Age` wins over `Expires`. */
function isExpired(attributes: readonly string[]): boolean {
  const values = new Map(attributes.map(splitPair).map(([name, value]) => [name.toLowerCase(), value]))
  const age = values.get('max-age')
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0
  const date = Date.parse(values.get('expires') ?? '')
  return date <= Date.now()
}
