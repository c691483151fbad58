/** The caller of a live stream, who is checked again while the stream is open. */
import type { Ctx } from '#contract/api.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { asFwError } from '#contract/http/thrown-error.ts'
import { asRedirect } from '#contract/page/navigation.ts'
import { digestText } from '#digest/digest-text.ts'
import { addressKey } from '#limits/address-key.ts'
import type { StreamCaller } from '#live/live-hub.ts'
import type { App } from '../app/app.ts'
import { withCaller } from '../caller-scope.ts'
import { Exchange } from '../http/exchange.ts'
import { copyHead, HeadRequest, type RequestHead } from '../http/request-head.ts'

/** Maximum streams of a user or a session. A browser opens one for all its tabs. */
const MAX_STREAMS = 20
/** Many callers without a session can have one address. */
const MAX_STREAMS_OF_ADDRESS = 200

/** Keeps no reference to the ctx or to the request: thousands of streams are idle. */
export class LiveCaller implements StreamCaller {
  readonly key: string | undefined
  readonly maxStreams: number
  readonly names: readonly string[]
  readonly #app: App
  readonly #subject: string | undefined
  readonly #session: string | undefined
  readonly #head: RequestHead

  constructor({ app, request, session }: Exchange, ctx: Ctx) {
    const subject = app.policy.subjectOf(ctx)
    const { address } = request
    this.#app = app
    this.#subject = subject
    this.#head = copyHead(request)
    this.#session = session && hashSession(session.sid)
    const names = [this.#session, nameBrowser(request, subject), nameVisitor(request)]
    this.names = names.filter((name) => name !== undefined)
    this.maxStreams = subject === undefined ? MAX_STREAMS_OF_ADDRESS : MAX_STREAMS
    this.key = subject === undefined ? address && `address ${addressKey(address)}` : `subject ${subject}`
  }

  /** Creates the ctx of the caller again. Rejects if that fails for another reason than the caller. */
  async isCurrent(): Promise<boolean> {
    const exchange = new Exchange(this.#app, new HeadRequest(this.#head))
    try {
      const ctx = await withCaller(exchange, () => exchange.ctx())
      const session = exchange.session && hashSession(exchange.session.sid)
      return this.#app.policy.subjectOf(ctx) === this.#subject && session === this.#session
    } catch (error) {
      // Others, such as a rate limit, don't say that the caller is another one.
      if (isRefusal(error)) return false
      throw error
    }
  }
}

/** Whether `ctxFor` refuses the caller: an error that asks for other credentials, or a redirect to the page for signing in. */
export function isRefusal(error: unknown): boolean {
  const status = asFwError(error)?.status
  return status === 401 || status === 403 || asRedirect(error) !== undefined
}

/** Returns the name of a user's or an anonymous visitor's streams in a browser; undefined for a visitor without a known address. */
export function nameBrowser(request: FwRequest, subject: string | undefined): string | undefined {
  if (subject === undefined) return nameVisitor(request, 'anonymous')
  return digestText(JSON.stringify(['subject', subject, request.header('user-agent')]))
}

/** Returns the name of all streams of a browser with any user; undefined without a known address. */
export function nameVisitor(request: FwRequest, kind = 'visitor'): string | undefined {
  const { address } = request
  return address && digestText(JSON.stringify([kind, addressKey(address), request.header('user-agent')]))
}

/** Returns the name of a session for messages to other processes. */
export function hashSession(sid: string): string {
  return digestText(sid)
}
