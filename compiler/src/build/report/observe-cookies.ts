/**
 * Observes which pages of a built app use cookies. Pages are rendered one after another, so that each access belongs to
 * the page that is being rendered.
 */
import type { RouteCookies } from '#report/analysis-report.ts'

/** The options of a built app that decide about cookies. The types are the runtime's, which the compiler may not import. */
export interface CookieOptions {
  readonly ctxFor?: (request: Request, facts: object) => unknown
  readonly session?: SessionStore
}

interface SessionStore {
  issue(data: unknown): string
  read(source: object): unknown
  clear(): string
}

interface CookieObserver {
  /** Options that replace the app's. */
  readonly options: CookieOptions
  /** Renders a page for a visitor without cookies, and returns the accesses until `render` resolves. */
  observe<Result>(
    url: URL,
    render: (request: Request) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly reads: Omit<RouteCookies, 'sets'> }>
}

/** Creates the observer of an app with these options. */
export function createCookieObserver({ ctxFor, session }: CookieOptions): CookieObserver {
  const seen = { readBy: new Set<RouteCookies['readBy'][number]>(), ctx: new Set<string>() }
  /** Code that runs now. Before `ctxFor`, only the framework reads the request. */
  let running: 'framework' | 'ctxFor' | 'page' = 'framework'
  const recordRead = (): void => {
    if (running !== 'framework') seen.readBy.add(running)
  }
  const recordMember = (name: string): void => {
    if (running === 'page') seen.ctx.add(name)
  }
  const createObservedCtx = (request: Request, given: object): unknown => {
    running = 'ctxFor'
    const facts = session === undefined ? given : observeMember(given, 'session', recordRead)
    const end = (own: unknown): unknown => {
      running = 'page'
      const ctx = observeMembers(own ?? {}, recordMember)
      // Without a member of its own, the ctx has the session itself.
      if (session === undefined || !Object.isExtensible(ctx) || 'session' in Object(ctx)) return ctx
      return observeMember(ctx as object, 'session', () => {
        recordRead()
        recordMember('session')
      })
    }
    const own = ctxFor?.(request, facts)
    return own instanceof Promise ? own.then(end) : end(own)
  }
  return {
    options: {
      // Without either, the app can't read cookies while it renders a page.
      ...((ctxFor ?? session) === undefined ? {} : { ctxFor: createObservedCtx }),
      ...(session === undefined ? {} : { session: { ...bindStore(session), read: ignoreReads } }),
    },
    async observe(url, render) {
      seen.readBy.clear()
      seen.ctx.clear()
      running = 'framework'
      const result = await render(new ObservedRequest(url, recordRead))
      const ctx = seen.readBy.size === 0 ? [] : [...seen.ctx].sort()
      return { result, reads: { readBy: [...seen.readBy], ctx } }
    },
  }

  /** The framework reads the session of every request, before it knows whether the app uses it. */
  function ignoreReads(source: object): unknown {
    const before = running
    running = 'framework'
    try {
      return session?.read(source)
    } finally {
      running = before
    }
  }
}

/** Returns the store's methods without their class, which may have private members. */
function bindStore(store: SessionStore): Omit<SessionStore, 'read'> {
  return { issue: (data) => store.issue(data), clear: () => store.clear() }
}

/** A ctx that isn't a plain object, since the framework would copy the values of a plain one. */
class ObservedCtx {}

/** Returns `own` with members that report their name when they are read. */
function observeMembers(own: unknown, read: (name: string) => void): unknown {
  // The framework refuses other values, with a message for the app.
  if (typeof own !== 'object' || own === null || Array.isArray(own) || Object.isFrozen(own)) return own
  const prototype: unknown = Object.getPrototypeOf(own)
  const isPlain = prototype === Object.prototype || prototype === null
  const observed = isPlain ? Object.assign(new ObservedCtx(), own) : own
  for (const name of Object.keys(observed)) observeMember(observed, name, () => read(name))
  return observed
}

/** Replaces a member, in place, by one that calls `read` whenever it is read. Accessors of the app remain. */
function observeMember(target: object, name: string, read: () => void): object {
  const { value, get, configurable = true } = Object.getOwnPropertyDescriptor(target, name) ?? {}
  if (get !== undefined || !configurable) return target
  let current: unknown = value
  return Object.defineProperty(target, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      read()
      return current
    },
    set: (next: unknown) => {
      current = next
    },
  })
}

/** A request without cookies that reports when its cookies are read. */
class ObservedRequest extends Request {
  readonly #observed: Headers
  readonly #read: () => void

  constructor(url: URL, read: () => void) {
    super(url)
    this.#observed = observeHeaders(super.headers, read)
    this.#read = read
  }

  override get headers(): Headers {
    return this.#observed
  }

  override clone(): Request {
    return new ObservedRequest(new URL(this.url), this.#read)
  }
}

const READERS = ['forEach', 'entries', 'values', Symbol.iterator] as const

function observeHeaders(headers: Headers, read: () => void): Headers {
  for (const name of ['get', 'has'] as const) {
    const original = headers[name].bind(headers)
    const value = (header: string) => {
      if (header.toLowerCase() === 'cookie') read()
      return original(header)
    }
    Object.defineProperty(headers, name, { value, configurable: true })
  }
  // Code that reads all headers reads the cookies too.
  for (const name of READERS) {
    const original: (...args: never[]) => unknown = headers[name].bind(headers)
    const value = (...args: never[]) => {
      read()
      return original(...args)
    }
    Object.defineProperty(headers, name, { value, configurable: true })
  }
  return headers
}
