/** CORS: the other sites whose pages may call an endpoint (Fetch standard, CORS protocol). */

/** Origins of other sites whose pages may call an api at its own address, or an endpoint. */
export interface CorsOptions {
  /** Origins, such as `https://admin.example`. `*`: every origin, only for GET and without credentials. */
  readonly origins: readonly string[]
  /** Whether their requests may have cookies. Default false. */
  readonly credentials?: boolean
}

/** Origins, or an object that states more. */
export type CorsConfig = readonly string[] | CorsOptions

/** A checked configuration. */
export interface Cors {
  /** Whether every origin may read responses of GET. */
  readonly isOpen: boolean
  readonly origins: ReadonlySet<string>
  readonly credentials: boolean
}

interface CorsPlace {
  /** Where the configuration is written, for messages: `api`. */
  readonly place: string
  /** A method of the endpoint that changes something, if it has one. */
  readonly changing: string | undefined
}

/** Reads the configuration. Throws a `TypeError` for values that aren't origins, and for `*` where it would be unsafe. */
export function readCors(cors: CorsConfig, { place, changing }: CorsPlace): Cors {
  const { origins, credentials = false } = 'origins' in cors ? cors : { origins: cors }
  const isOpen = origins.includes('*')
  if (isOpen && changing !== undefined)
    throw new TypeError(
      `${place}: cors is "*", and ${changing} changes something. Every page of the web could call it: list the origins.`,
    )
  if (isOpen && credentials)
    throw new TypeError(
      `${place}: cors is "*" with credentials. Every page of the web could read the result: list the origins.`,
    )
  const odd = origins.find((origin) => origin !== '*' && !isOrigin(origin))
  if (odd !== undefined)
    throw new TypeError(
      `${place}: "${odd}" in cors isn't an origin. Write its scheme and host, in lower case and without a path: https://admin.example.`,
    )
  return { isOpen, origins: new Set(origins), credentials }
}

function isOrigin(value: string): boolean {
  return /^https?:\/\/[a-z\d.:[\]-]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value
}
