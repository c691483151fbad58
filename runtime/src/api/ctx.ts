/** The framework's own members of a ctx. */
import type { BaseCtx, Ctx } from '#contract/api.ts'
import type { Logger } from '#contract/config/log.ts'
import { isPlainObject, isRecord } from '#contract/is-object.ts'

class OwnCtx {
  #headers: Headers | undefined
  #late: OnLate | undefined
  readonly #around: Ctx | undefined

  constructor(around?: Ctx) {
    this.#around = around
  }

  /** Created on first use, because most calls add no header. */
  get headers(): Headers {
    if (this.#headers === undefined) {
      this.#headers = this.#around?.headers ?? new Headers()
      if (this.#late !== undefined) reportLateChanges(this.#headers, this.#late)
    }
    return this.#headers
  }

  /** Returns the headers if they were created. */
  static findHeaders(ctx: object): Headers | undefined {
    if (#headers in ctx) return ctx.#headers
    return (ctx as Partial<BaseCtx>).headers
  }

  static seal(ctx: object, late: OnLate): void {
    const headers = OwnCtx.findHeaders(ctx)
    if (headers !== undefined) reportLateChanges(headers, late)
    else if (#headers in ctx) ctx.#late = late
  }
}

/** Called with the name of a header that was changed too late to be sent. */
type OnLate = (name: string) => void

function reportLateChanges(headers: Headers, late: OnLate): void {
  const { append, set, delete: remove } = headers
  const wrap =
    <Rest extends readonly string[]>(change: (this: Headers, name: string, ...rest: Rest) => void) =>
    (name: string, ...rest: Rest) => {
      late(name.toLowerCase())
      change.call(headers, name, ...rest)
    }
  Object.assign(headers, { append: wrap(append), set: wrap(set), delete: wrap(remove) })
}

/**
 * Creates a ctx from the app's own members and the framework's. A plain object is copied, so that an app may return the
 * same object twice; a class instance keeps its prototype and receives the missing members.
 */
export function createCtx(own: unknown, added: Readonly<Record<PropertyKey, unknown>>): Ctx {
  if (own === undefined || own === null) return Object.assign(new OwnCtx(), added) as unknown as Ctx
  refuseOther(own)
  if (isPlainObject(own)) return Object.assign(new OwnCtx(), added, own) as unknown as Ctx
  given.add(own)
  const missing = Reflect.ownKeys(added).filter((key) => !(key in own))
  const members = Object.fromEntries(missing.map((key) => [key, added[key]]))
  if (Object.isExtensible(own)) return ensureHeaders(Object.assign(own, members) as unknown as Ctx)
  return ensureHeaders(Object.assign(Object.create(own), members) as Ctx)
}

/** Class instances that already are a ctx. */
const given = new WeakSet<object>()

/**
 * Refuses other values, because a mistake in `ctxFor` would make every caller anonymous, or would send a caller's own
 * headers back in the response.
 */
function refuseOther(own: unknown): asserts own is object {
  if (!isRecord(own))
    throw new TypeError(
      `ctxFor returned ${Array.isArray(own) ? 'an array' : `a ${typeof own}`}. It must return an object, or nothing for an anonymous caller.`,
    )
  // Checks for a plain object first, because on Node a mere reference to `Response` loads all of `fetch`.
  if (!isPlainObject(own) && own instanceof Response)
    throw new TypeError("ctxFor returned a Response. To refuse a caller, throw new FwError('unauthenticated').")
  // Otherwise the members of one caller's ctx would become the next caller's.
  if (given.has(own))
    throw new TypeError(
      'ctxFor returned an instance that it had returned for another request. Create a new one for each request.',
    )
  if ('headers' in own)
    throw new TypeError(
      'ctxFor returned a member "headers". Every ctx uses this name for the response headers. Rename the member.',
    )
}

/**
 * Returns a ctx with `headers`: for a call inside another one, the headers of the ctx `around`. A plain object is copied,
 * so that an object that an app uses for many calls doesn't collect headers.
 */
export function ensureHeaders(ctx: Ctx | undefined, around?: Ctx): Ctx {
  if (ctx === undefined) return new OwnCtx(around) as unknown as Ctx
  if (hasHeaders(ctx)) return ctx
  if (isPlainObject(ctx)) return Object.assign(new OwnCtx(around), ctx) as unknown as Ctx
  const headers = { value: around?.headers ?? new Headers(), configurable: true }
  if (!Object.isExtensible(ctx)) return Object.create(ctx, { headers }) as Ctx
  return Object.defineProperty(ctx, 'headers', headers)
}

/** Whether this ctx has headers of its own. The check doesn't create them. */
function hasHeaders(ctx: Ctx): boolean {
  return ctx instanceof OwnCtx || (ctx as Partial<BaseCtx>).headers !== undefined
}

/** Returns the response headers that were set through `ctx.headers`, or undefined if they were never read. */
export function findCtxHeaders(ctx: Ctx): Headers | undefined {
  return OwnCtx.findHeaders(ctx as unknown as object)
}

/** Marks the headers as sent: `late` is called for each later change. */
export function sealHeaders(ctx: Ctx, late: (name: string) => void): void {
  OwnCtx.seal(ctx as unknown as object, late)
}

/** Removes the headers of a call whose response can't send them, and logs a warning. */
export function dropHeaders(ctx: Ctx, tool: string, log: Pick<Logger, 'warnOnce'>): void {
  const headers = findCtxHeaders(ctx)
  if (headers === undefined) return
  const names = [...new Set(headers.keys())]
  if (names.length === 0) return
  for (const name of names) headers.delete(name)
  log.warnOnce(
    `${tool} set ctx.headers (${names.join(', ')}), which are not sent here: only responses to API calls over HTTP, form posts and pages send them.`,
    { tool },
    'dropped header',
  )
}
