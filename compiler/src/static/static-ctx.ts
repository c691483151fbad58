/**
 * The context of a page that is written at build time: anonymous. Code that reads the caller's identity needs a server.
 */
import { isRecord } from '@fw/runtime/contract'
import { notKnown } from '../diagnostic/needs-server.ts'

/** Thrown when code reads data of a request that doesn't exist at build time. */
export class NeedsServerError extends Error {
  override readonly name = 'NeedsServerError'
}

/** The second argument of `ctxFor`. */
interface Facts {
  readonly session: unknown
  readonly agent: unknown
}

export type CtxFor = (req: Request, facts: Facts) => unknown

/** Called for every such read, even if the app catches the error. */
type OnNeed = (error: NeedsServerError) => void

/** Members of a `Request` that are the same for every visitor of a static page. */
const KNOWN: ReadonlySet<string> = new Set(['url', 'method', 'clone'])

/**
 * Returns the app's `ctxFor` for a request that has only a path. If it reads more, the pages that use its result need a
 * server; the others don't.
 */
export function staticCtxFor(ctxFor: CtxFor | undefined, onNeed: OnNeed): CtxFor {
  const throwNeedsServer = (what: string): never => {
    const error = new NeedsServerError(notKnown(what))
    onNeed(error)
    throw error
  }
  return async (req) => {
    if (ctxFor === undefined) return guardCtx({}, throwNeedsServer)
    let firstNeed: string | undefined
    let made = false
    const throwNotKnown = (what: string): never => {
      // A ctx that reads the request later, in a getter or a method: the page that uses it needs the server.
      if (made) return throwNeedsServer(what)
      firstNeed ??= what
      throw new NeedsServerError(notKnown(what))
    }
    try {
      const facts = guardMembers({}, ['session', 'agent'], (name) => throwNotKnown(`${name} in ctxFor`))
      const own: unknown = await ctxFor(guardRequest(req, throwNotKnown), facts as unknown as Facts)
      made = true
      if (firstNeed === undefined) return guardCtx(own, throwNeedsServer)
    } catch (error) {
      if (firstNeed === undefined) throw error
    }
    return createThrowingCtx((name) => throwNeedsServer(`ctx.${name}, for which ctxFor reads ${firstNeed},`))
  }
}

function guardRequest(req: Request, onRead: (what: string) => never): Request {
  return new Proxy(req, {
    get(target, name) {
      if (typeof name === 'symbol') return undefined
      if (!KNOWN.has(name)) return onRead(`req.${name}`)
      return name === 'clone' ? () => guardRequest(target, onRead) : Reflect.get(target, name)
    },
  })
}

/**
 * Returns the app's ctx with members of the framework that throw. A plain object becomes an instance of `StaticCtx`,
 * because the server copies only the values of a plain object: its getters would run there.
 */
function guardCtx(own: unknown, onRead: (what: string) => never): unknown {
  const ctx = own === undefined || own === null ? new StaticCtx() : toInstance(own)
  if (ctx === undefined) return own // the server reports the problem
  const missing = ['session', 'agent'].filter((name) => !(name in ctx))
  return guardMembers(ctx, missing, (name) => onRead(`ctx.${name}`))
}

function toInstance(own: unknown): object | undefined {
  if (!isRecord(own)) return undefined
  const prototype: unknown = Object.getPrototypeOf(own)
  if (prototype === Object.prototype || prototype === null)
    return Object.defineProperties(new StaticCtx(), Object.getOwnPropertyDescriptors(own))
  return Object.isExtensible(own) ? own : (Object.create(own) as object)
}

class StaticCtx {}

function guardMembers(target: object, names: readonly string[], onRead: (name: string) => never): object {
  for (const name of names)
    Object.defineProperty(target, name, { get: () => onRead(name), configurable: true, enumerable: false })
  return target
}

/** Throws for every member except the framework's `headers`. */
function createThrowingCtx(onRead: (name: string) => never): object {
  return new Proxy(new StaticCtx(), {
    has: (target, name) => name === 'session' || name === 'agent' || Reflect.has(target, name),
    get(target, name, receiver) {
      if (typeof name === 'symbol' || name === 'constructor' || name === 'headers' || name === 'then')
        return Reflect.get(target, name, receiver)
      return onRead(name)
    },
  })
}
