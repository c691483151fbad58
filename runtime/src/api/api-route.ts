/** The own address of an api: its options `http`, `status` and `cors`. */
import type { ApiDefinition } from '#contract/api.ts'
import { type ApiAddress, isSafeAddress, parseApiAddress } from '#contract/http/api-address.ts'
import { type Cors, readCors } from '#contract/http/cors.ts'
import { getMessage } from '#contract/http/thrown-error.ts'

/** The own address of an api, and its responses there. */
export interface ApiRoute extends ApiAddress {
  /** Status of a successful response; undefined for 200, or 204 without a result. */
  readonly status: number | undefined
  /** Absent if no other site may call it. */
  readonly cors?: Cors
}

type Options = Pick<ApiDefinition<never, never>, 'http' | 'status' | 'cors' | 'readonly'>

/**
 * Reads the address; undefined for an api without one. Throws a `TypeError` for an address that no server can have, and for
 * options that need one.
 */
export function readRoute({ http, status, cors, readonly }: Options): ApiRoute | undefined {
  if (http === undefined) return expectNoRoute({ status, cors })
  let address: ApiAddress
  try {
    address = parseApiAddress(http)
  } catch (error) {
    throw new TypeError(`api: http: ${getMessage(error)}`)
  }
  if (isSafeAddress(address) && readonly !== true)
    throw new TypeError(
      `api: http is "${http}", and browsers and caches repeat a GET at will. Set readonly: true if the api changes nothing, or use POST.`,
    )
  const changing = isSafeAddress(address) ? undefined : address.method
  return { ...address, status, ...(cors !== undefined && { cors: readCors(cors, { place: 'api', changing }) }) }
}

function expectNoRoute({ status, cors }: Options): undefined {
  const name = status === undefined ? cors && 'cors' : 'status'
  if (name !== undefined)
    throw new TypeError(`api: ${name} applies to an address of its own. Set http too, or leave ${name} out.`)
}
