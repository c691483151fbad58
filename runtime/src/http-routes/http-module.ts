/** Reads the exports of an endpoint module, `*.http.ts`. */
import { type Cors, type CorsConfig, readCors } from '#contract/http/cors.ts'
import { nearestName } from '#contract/schema/nearest-name.ts'
import { isSafeMethod } from '#identity/cross-site.ts'

/** The methods that an endpoint module may export. */
export const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** A checked endpoint module. */
export interface HttpModule {
  /** Handlers by method; for a module with a default export, `undefined`. */
  readonly methods: ReadonlyMap<string, unknown> | undefined
  /** The default export: a handler for every method, or an h3 app. */
  readonly all: unknown
  /** Whether pages of other sites may send requests that change something, with the cookies of their visitors. */
  readonly crossSite: boolean
  readonly cors: Cors | undefined
}

/** The other exports that the framework reads. */
export const HTTP_OPTIONS = ['crossSite', 'cors'] as const
const KNOWN: readonly string[] = [...HTTP_METHODS, ...HTTP_OPTIONS, 'default']

/**
 * Checks the exports of a module. `name`: its file, for messages. Exports with other names are the module's own, unless they
 * only differ in case from a known one.
 *
 * @throws TypeError for a module that handles no request, and for exports that can't be what they are named after.
 */
export function readHttpModule(name: string, module: Readonly<Record<string, unknown>>): HttpModule {
  for (const key of Object.keys(module)) {
    const meant = KNOWN.includes(key) ? undefined : nearestName(key, KNOWN)
    if (meant !== undefined && meant.toLowerCase() === key.toLowerCase())
      throw new TypeError(`${name} exports "${key}". Export it as "${meant}".`)
  }
  const methods = new Map(
    HTTP_METHODS.flatMap((method) => (method in module ? [[method, module[method]] as const] : [])),
  )
  const { default: all, crossSite = false, cors } = module
  if (all === undefined && methods.size === 0)
    throw new TypeError(`${name} handles no request. Export a function GET, POST, PUT, PATCH or DELETE.`)
  if (all !== undefined && methods.size > 0)
    throw new TypeError(`${name} exports ${[...methods.keys()].join(', ')} and a default handler. Keep one of both.`)
  for (const [method, handler] of methods)
    if (!isHandler(handler)) throw new TypeError(`${name}: ${method} is not a function.`)
  if (all !== undefined && !isHandler(all))
    throw new TypeError(`${name}: the default export is neither a handler nor an h3 app.`)
  // Only the literal opts out of the check, so that no value computed from data does.
  if (typeof crossSite !== 'boolean') throw new TypeError(`${name}: crossSite must be true or false.`)
  return {
    methods: all === undefined ? withHead(methods) : undefined,
    all,
    crossSite,
    cors: cors === undefined ? undefined : readModuleCors(name, cors, findChanging(all, methods)),
  }
}

function readModuleCors(place: string, cors: unknown, changing: string | undefined): Cors {
  if (!isCorsConfig(cors)) throw new TypeError(`${place}: cors must be a list of origins, or { origins, credentials }.`)
  return readCors(cors, { place, changing })
}

function isCorsConfig(value: unknown): value is CorsConfig {
  const { origins, credentials, ...others } = Array.isArray(value) ? { origins: value } : Object(value)
  const isList = Array.isArray(origins) && origins.every((origin) => typeof origin === 'string')
  return isList && [undefined, true, false].includes(credentials) && Object.keys(others).length === 0
}

/** Returns a method of the module that changes something. */
function findChanging(all: unknown, methods: ReadonlyMap<string, unknown>): string | undefined {
  return all === undefined ? [...methods.keys()].find((method) => !isSafeMethod(method)) : 'a default handler'
}

/** HEAD is GET without a body. */
function withHead(methods: Map<string, unknown>): ReadonlyMap<string, unknown> {
  const get = methods.get('GET')
  if (get !== undefined && !methods.has('HEAD')) methods.set('HEAD', get)
  return methods
}

/** Returns the value of `allow`; `undefined` if the module handles every method. */
export function listMethods({ methods }: HttpModule): readonly string[] | undefined {
  return methods && HTTP_METHODS.filter((method) => method === 'OPTIONS' || methods.has(method))
}

/** h3 accepts functions, and objects with a handler or `fetch`, such as its apps. */
function isHandler(value: unknown): boolean {
  if (typeof value === 'function') return true
  if (typeof value !== 'object' || value === null) return false
  const { handler, fetch } = value as { readonly handler?: unknown; readonly fetch?: unknown }
  return typeof handler === 'function' || typeof fetch === 'function'
}
