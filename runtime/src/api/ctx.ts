/** The framework's own members of every ctx (decisions: Dispatch). */
import type { BaseCtx, Ctx } from '#contract/api.ts'

class OwnCtx {
  #headers: Headers | undefined

  /** Made on first use: most calls add no header. */
  get headers(): Headers {
    this.#headers ??= new Headers()
    return this.#headers
  }

  /** The headers, if anybody asked for them. */
  static touched(ctx: object): Headers | undefined {
    if (#headers in ctx) return ctx.#headers
    return (ctx as Partial<BaseCtx>).headers
  }
}

/**
 * A ctx of the app's own members and ours. A plain object is copied into a new ctx, so that an app may answer the same
 * object twice; an instance of a class keeps its prototype and gets what it lacks.
 */
export function createCtx(own: unknown, added: Readonly<Record<PropertyKey, unknown>>): Ctx {
  if (typeof own !== 'object' || own === null) return Object.assign(new OwnCtx(), added) as unknown as Ctx
  const prototype: unknown = Object.getPrototypeOf(own)
  if (prototype === Object.prototype || prototype === null) {
    const ctx = new OwnCtx()
    if ('headers' in own)
      Object.defineProperty(ctx, 'headers', { value: own.headers, writable: true, enumerable: true })
    return Object.assign(ctx, added, own) as unknown as Ctx
  }
  // What one caller's ctx was given would be the next one's as well.
  if (given.has(own))
    throw new TypeError(
      'ctxFor returned an instance that it had returned for another request. Make a new one each time.',
    )
  given.add(own)
  const target = own as Record<PropertyKey, unknown>
  for (const key of Reflect.ownKeys(added)) if (!(key in target)) target[key] = added[key]
  return ensureHeaders(target as unknown as Ctx)
}

/** Instances that are somebody's ctx. */
const given = new WeakSet<object>()

/** A ctx with `headers`, whatever the caller passed. */
export function ensureHeaders(ctx: Ctx | undefined): Ctx {
  if (ctx === undefined) return new OwnCtx() as unknown as Ctx
  if ((ctx as Partial<BaseCtx>).headers !== undefined) return ctx
  const headers = { value: new Headers(), configurable: true }
  if (!Object.isExtensible(ctx)) return Object.create(ctx, { headers }) as Ctx
  return Object.defineProperty(ctx, 'headers', headers)
}

/** The answer headers that were set through `ctx.headers`; undefined when nobody asked for them. */
export function touchedHeaders(ctx: Ctx): Headers | undefined {
  return OwnCtx.touched(ctx as unknown as object)
}
