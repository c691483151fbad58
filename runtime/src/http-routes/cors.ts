/** CORS: which other origins may call an endpoint from their pages. */

/** The pages of other origins that may call an endpoint: a list of origins, or an object that states more. */
export type CorsConfig =
  | readonly string[]
  | {
      /** Origins such as `https://shop.example`; `*` for any origin, which excludes `credentials`. */
      readonly origins: readonly string[]
      /** Whether browsers send cookies. Default false. */
      readonly credentials?: boolean
    }

/** A checked configuration. */
export interface Cors {
  readonly origins: readonly string[]
  readonly credentials: boolean
}

type CorsHeaders = Readonly<Record<string, string>>

/** Time in seconds for which a browser remembers the response to a preflight request. */
const MAX_AGE = '600'

/**
 * Reads the configuration. `name`: where it is written, for messages.
 *
 * @throws TypeError for anything else than origins, and for `*` with credentials.
 */
export function readCors(value: unknown, name: string): Cors {
  const given = Array.isArray(value) ? { origins: value as readonly unknown[] } : value
  if (typeof given !== 'object' || given === null || !('origins' in given) || !Array.isArray(given.origins))
    throw new TypeError(`${name} must be a list of origins, or { origins, credentials }.`)
  const unknown = Object.keys(given).find((key) => key !== 'origins' && key !== 'credentials')
  if (unknown !== undefined) throw new TypeError(`${name} has no option "${unknown}". Use origins and credentials.`)
  const credentials = 'credentials' in given ? given.credentials : false
  if (typeof credentials !== 'boolean') throw new TypeError(`${name}.credentials must be true or false.`)
  const origins = (given.origins as readonly unknown[]).map((origin) => readOrigin(origin, name))
  if (credentials && origins.includes('*'))
    throw new TypeError(`${name} allows every origin to send cookies. List the origins instead of "*".`)
  return { origins, credentials }
}

function readOrigin(value: unknown, name: string): string {
  if (value === '*') return value
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || url.origin === 'null')
    throw new TypeError(`${name} has ${JSON.stringify(value)}. Write an origin: "https://shop.example".`)
  if (value !== url.origin) throw new TypeError(`${name} has "${String(value)}". Its origin is "${url.origin}".`)
  return url.origin
}

/** Whether a page of this origin may call the endpoint. */
export function allowsOrigin({ origins }: Cors, origin: string | undefined): boolean {
  return origin !== undefined && (origins.includes('*') || origins.includes(origin))
}

/** Returns the headers of a response to a request with this origin. */
export function getCorsHeaders(cors: Cors, origin: string | undefined): CorsHeaders {
  const { origins, credentials } = cors
  if (origins.includes('*')) return { 'access-control-allow-origin': '*' }
  if (origin === undefined || !allowsOrigin(cors, origin)) return { vary: 'origin' }
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
  }
}

/** Returns the headers of the response to a preflight request, which allows the requested headers. */
export function getPreflightHeaders(
  cors: Cors,
  methods: readonly string[],
  { origin, headers }: { readonly origin: string | undefined; readonly headers: string | undefined },
): CorsHeaders {
  const vary = 'origin, access-control-request-headers'
  if (!allowsOrigin(cors, origin)) return { vary }
  return {
    ...getCorsHeaders(cors, origin),
    vary,
    'access-control-allow-methods': methods.join(', '),
    ...(headers !== undefined && { 'access-control-allow-headers': headers }),
    'access-control-max-age': MAX_AGE,
  }
}
