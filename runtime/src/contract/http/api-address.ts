/** The address of an api's own: the option `http`, such as `PUT /articles/[slug]`. The server and the compiler read it. */
import { parsePattern, type Segment } from '../schema/pattern.ts'
import { FW_PREFIX } from './path.ts'

/** Methods that an address can have. HEAD and OPTIONS are added by the server. */
export const API_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type ApiMethod = (typeof API_METHODS)[number]

export interface ApiAddress {
  readonly method: ApiMethod
  /** In bracket form. */
  readonly pattern: string
  readonly segments: readonly Segment[]
}

/** Parses an address. Throws a `TypeError` that says what an address looks like. */
export function parseApiAddress(address: string): ApiAddress {
  const [, method = '', pattern = ''] = /^(\S+) (\S+)$/.exec(address) ?? []
  if (method === '') throw new TypeError(`The address "${address}" isn't a method and a path. ${EXAMPLE}`)
  if (!isMethod(method))
    throw new TypeError(`The method "${method}" isn't one of ${API_METHODS.join(', ')}. ${EXAMPLE}`)
  const odd = /[?#%\\]/.exec(pattern)?.[0]
  if (odd !== undefined)
    throw new TypeError(
      `The path "${pattern}" has a "${odd}". Write a decoded path without a query: ${method} /articles/[slug].`,
    )
  const segments = parsePattern(pattern)
  if (`${pattern}/`.startsWith(FW_PREFIX))
    throw new TypeError(`The path "${pattern}" is the framework's: choose one that isn't below ${FW_PREFIX}.`)
  return { method, pattern, segments }
}

const EXAMPLE = "Write it like http: 'PUT /articles/[slug]'."

function isMethod(method: string): method is ApiMethod {
  return API_METHODS.some((one) => one === method)
}

/** Whether requests with this method have their input in the query instead of a JSON body. */
export function readsQuery(method: ApiMethod): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** Whether the method changes nothing, which is then true for the api too. */
export function isSafeAddress({ method }: Pick<ApiAddress, 'method'>): boolean {
  return method === 'GET'
}

/** Returns the names of the parameters. */
export function listParams(segments: readonly Segment[]): readonly string[] {
  return segments.flatMap((segment) => (segment.kind === 'static' ? [] : [segment.name]))
}

/** Returns the pattern without the names of its parameters, which don't distinguish paths. */
export function getPathShape(segments: readonly Segment[]): string {
  return segments
    .map((segment) => (segment.kind === 'static' ? segment.value : `[${segment.kind}=${segment.matcher ?? ''}]`))
    .join('/')
}
