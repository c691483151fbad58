/** The framework's own members of every ctx (decisions: Dispatch). */
import type { BaseCtx, Ctx } from '#contract/api.ts'
import type { Logger } from '#contract/log.ts'

class OwnCtx {
  #headers: Headers | undefined
  #late: OnLate | undefined
  readonly #around: Ctx | undefined

  constructor(around?: Ctx) {
    this.#around = around
  }

  /** Made on first use: most calls add no header. */
  get headers(): Headers {
    if (this.#headers === undefined) {
      this.#headers = this.#around?.headers ?? new Headers()
      if (this.#late !== undefined) tellLate(this.#headers, this.#late)
    }
    return this.#headers
  }

  /** The headers, if anybody asked for them. */
  static findHeaders(ctx: object): Headers | undefined {
    if (#headers in ctx) return ctx.#headers
    return (ctx as Partial<BaseCtx>).headers
  }

  static seal(ctx: object, late: OnLate): void {
    const headers = OwnCtx.findHeaders(ctx)
    if (headers !== undefined) tellLate(headers, late)
    else if (#headers in ctx) ctx.#late = late
  }
}

/** Told the name of a header that nobody will get. */
type OnLate = (name: string) => void

function tellLate(headers: Headers, late: OnLate): void {
  const { append, set, delete: remove } = headers
  const tell =
    <Rest extends readonly string[]>(change: (this: Headers, name: string, ...rest: Rest) => void) =>
    (name: string, ...rest: Rest) => {
      late(name.toLowerCase())
      change.call(headers, name, ...rest)
    }
  Object.assign(headers, { append: tell(append), set: tell(set), delete: tell(remove) })
}

/**
 * A ctx of the app's own members and ours. A plain object is copied into a new ctx, so that an app may answer the same
 * object twice; an instance of a class keeps its prototype and gets what it lacks.
 */
export function createCtx(own: unknown, added: Readonly<Record<PropertyKey, unknown>>): Ctx {
  if (own === undefined || own === null) return Object.assign(new OwnCtx(), added) as unknown as Ctx
  refuseOther(own)
  if (isPlain(own)) return Object.assign(new OwnCtx(), added, own) as unknown as Ctx
  given.add(own)
  const missing = Reflect.ownKeys(added).filter((key) => !(key in own))
  const members = Object.fromEntries(missing.map((key) => [key, added[key]]))
  if (Object.isExtensible(own)) return ensureHeaders(Object.assign(own, members) as unknown as Ctx)
  return ensureHeaders(Object.assign(Object.create(own), members) as Ctx)
}

/** Instances that are somebody's ctx. */
const given = new WeakSet<object>()

/** A slip in `ctxFor` would make every caller anonymous, or send a caller's own headers back as the answer's. */
function refuseOther(own: unknown): asserts own is object {
  if (typeof own !== 'object' || own === null || Array.isArray(own))
    throw new TypeError(
      `ctxFor returned ${Array.isArray(own) ? 'an array' : `a ${typeof own}`}. It must return an object, or nothing for an anonymous caller.`,
    )
  // First whether it is plain: on Node merely naming `Response` loads all of `fetch`.
  if (!isPlain(own) && own instanceof Response)
    throw new TypeError("ctxFor returned a Response. To refuse a caller, throw new FwError('unauthenticated').")
  // What one caller's ctx was given would be the next one's as well.
  if (given.has(own))
    throw new TypeError(
      'ctxFor returned an instance that it had returned for another request. Make a new one each time.',
    )
  if ('headers' in own)
    throw new TypeError(
      'ctxFor returned a member "headers". Under this name every ctx has the headers of the answer to come: give it another name.',
    )
}

/**
 * A ctx with `headers`, whatever the caller passed: those of the ctx `around`, where a call is made during another one.
 * A plain object is copied, so that one that is kept for many calls collects no headers.
 */
export function ensureHeaders(ctx: Ctx | undefined, around?: Ctx): Ctx {
  if (ctx === undefined) return new OwnCtx(around) as unknown as Ctx
  if (hasHeaders(ctx)) return ctx
  if (isPlain(ctx)) return Object.assign(new OwnCtx(around), ctx) as unknown as Ctx
  const headers = { value: around?.headers ?? new Headers(), configurable: true }
  if (!Object.isExtensible(ctx)) return Object.create(ctx, { headers }) as Ctx
  return Object.defineProperty(ctx, 'headers', headers)
}

/** Whether this ctx has headers of its own: asking does not make them. */
export function hasHeaders(ctx: Ctx): boolean {
  return ctx instanceof OwnCtx || (ctx as Partial<BaseCtx>).headers !== undefined
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The answer headers that were set through `ctx.headers`; undefined when nobody asked for them. */
export function findCtxHeaders(ctx: Ctx): Headers | undefined {
  return OwnCtx.findHeaders(ctx as unknown as object)
}

/** The head of the answer is out: `late` is told what is still set or taken away. */
export function sealHeaders(ctx: Ctx, late: (name: string) => void): void {
  OwnCtx.seal(ctx as unknown as object, late)
}

/** For calls whose answer carries no headers: says so, and forgets what was set. */
export function dropHeaders(ctx: Ctx, tool: string, log: Pick<Logger, 'warnOnce'>): void {
  const headers = findCtxHeaders(ctx)
  if (headers === undefined) return
  const names = [...new Set(headers.keys())]
  if (names.length === 0) return
  for (const name of names) headers.delete(name)
  log.warnOnce(
    `${tool} set ctx.headers (${names.join(', ')}), which are dropped here: they are honoured for api calls over HTTP, form posts and pages.`,
    { tool },
  )
}
