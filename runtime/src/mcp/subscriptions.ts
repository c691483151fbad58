/**
 * Notifications about changed resources. A client of 2025 subscribes to each resource and gets them on the stream of its
 * session; since 2026-07-28 `subscriptions/listen` names the resources, and its reply is the stream.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ctx } from '#contract/api.ts'
import { isRecord } from '#contract/is-object.ts'
import { digestText } from '#digest/digest-text.ts'
import { INVALID_PARAMS, rpcError } from '#wire/json-rpc.ts'
import type { McpApp, McpCall, McpMethod, McpReply, McpRequest } from './host.ts'
import { isSessionId } from './legacy-session.ts'
import { NotificationStream } from './notification-stream.ts'
import { META_SUBSCRIPTION, SESSION_HEADER } from './protocol.ts'
import { ReadTurns } from './read-turns.ts'
import { okJson, refuseParams, stampResult } from './reply.ts'
import { ResourceWatch, type WatchedTags } from './resource-watch.ts'
import { LEGACY_NOT_FOUND, NEEDS_URI, readResource } from './resources.ts'
import { SessionSubscriptions, toSeen } from './session-subscriptions.ts'

/** Maximum number of resources of a stream. */
const MAX_RESOURCES = 100
const MAX_URI = 2_048
/**
 * Maximum number of streams of a user or of the address of anonymous callers, and of all anonymous callers without a known address. The
 * oldest ends for a new one.
 */
const MAX_STREAMS = 20
const MAX_WITHOUT_ADDRESS = 500

/**
 * Maximum number of changes of subscriptions that a user or the address of anonymous callers makes in a day, in all sessions, and
 * that all anonymous callers without a known address make.
 */
const MAX_DAILY_CHANGES = 2_000
const MAX_DAILY_CHANGES_WITHOUT_ADDRESS = 50_000
const DAY_MS = 86_400_000

/** A stream reads a resource that it couldn't read again after this time, at the next change of its session. */
const READ_AGAIN_MS = 10_000

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' } as const

export class Subscriptions {
  readonly #app: McpApp
  readonly #sessions: SessionSubscriptions
  readonly #turns = new ReadTurns()
  readonly #streams = new Map<string | undefined, Set<NotificationStream>>()

  constructor(app: McpApp) {
    this.#app = app
    this.#sessions = new SessionSubscriptions(app.data)
  }

  /** Ends all streams. Their clients subscribe again. */
  close(): void {
    for (const streams of [...this.#streams.values()]) for (const stream of [...streams]) stream.end()
  }

  legacyMethods(): readonly (readonly [string, McpMethod])[] {
    return [
      ['resources/subscribe', (request, call) => this.#subscribe(request, call)],
      ['resources/unsubscribe', (request, call) => this.#change(request, call, false)],
    ]
  }

  modernMethods(): readonly (readonly [string, McpMethod])[] {
    return [['subscriptions/listen', (request, call) => this.#listen(request, call)]]
  }

  async #subscribe(request: McpRequest, call: McpCall): Promise<McpReply> {
    const { uri } = request.params
    if (typeof uri !== 'string') return refuseParams(request, NEEDS_URI)
    if ((await readResource(this.#app, uri, await call.ctx(), call)) === undefined)
      return { status: 200, body: rpcError(request.id, LEGACY_NOT_FOUND, 'Resource not found', { uri }) }
    return this.#change(request, call, true)
  }

  async #change(request: McpRequest, call: McpCall, isSubscribed: boolean): Promise<McpReply> {
    const { uri } = request.params
    const session = call.header(SESSION_HEADER)
    if (typeof uri !== 'string' || uri.length > MAX_URI) return refuseParams(request, NEEDS_URI)
    if (!isSessionId(session)) return refuseParams(request, `This needs the header ${SESSION_HEADER} of "initialize".`)
    // Nothing is stored for sessions without subscriptions: clients can invent their ids.
    if (!isSubscribed && !(await this.#sessions.exists(session))) return okJson(request, '{}')
    const caller = this.#nameCaller(call, await call.ctx())
    const changes = await this.#app.data.add(`mcp-changes:${digestText(caller ?? '')}`, 1, DAY_MS)
    if (changes > (caller === undefined ? MAX_DAILY_CHANGES_WITHOUT_ADDRESS : MAX_DAILY_CHANGES))
      return refuseParams(request, 'You have changed your subscriptions too often today. Try again tomorrow.')
    if (!(await this.#sessions.change(session, uri, isSubscribed)))
      return refuseParams(request, 'This session has changed its subscriptions too often. Initialize a new one.')
    return okJson(request, '{}')
  }

  /** The stream of a session of 2025; `undefined` for a request without a session. */
  async openSessionStream(call: McpCall): Promise<McpReply | undefined> {
    const { tags } = this.#app
    const session = call.header(SESSION_HEADER)
    if (tags === undefined || !isSessionId(session)) return undefined
    const ctx = await call.ctx()
    const resources = new WatchedResources({ app: this.#app, turns: this.#turns, tags }, ctx, call)
    const stream = this.#open(call, ctx, resources)
    const notify = (uri: string, versions: string | undefined): void => {
      stream.send(uri, { method: 'notifications/resources/updated', params: { uri } })
      void this.#sessions.writeSeen(session, uri, versions).catch(() => undefined)
    }
    const read = this.#sessions.openReader(session, () => resources.isClosed)
    // A change is reported in any scope, such as that of another caller. The reads are calls of this one.
    const inOwnScope = AsyncLocalStorage.snapshot()
    const update = async (): Promise<void> => {
      if (resources.isClosed) return
      const uris = [...(await read())].slice(0, MAX_RESOURCES)
      resources.keep(uris)
      for (const uri of uris) {
        const watch = await resources.add(uri, (versions) => notify(uri, versions))
        if (watch === undefined) continue
        const seen = await this.#sessions.readSeen(session, uri)
        if (seen !== undefined && seen !== toSeen(watch.versions)) notify(uri, watch.versions)
        else if (seen === undefined) await this.#sessions.writeSeen(session, uri, watch.versions)
      }
    }
    // One update after the other, so that the last state wins. While the store is unavailable, the next one tries again.
    let updates: Promise<void> = Promise.resolve()
    let isQueued = false
    const queueUpdate = (): void => {
      // The update that waits will read this change, too.
      if (isQueued) return
      isQueued = true
      updates = updates
        .then(() => {
          isQueued = false
          return inOwnScope(update)
        })
        .catch(() => undefined)
    }
    const watching = this.#sessions.watch(session, queueUpdate)
    resources.onClose(() => void watching.then((end) => end()))
    void watching.then(queueUpdate)
    return { status: 200, headers: STREAM_HEADERS, body: stream.body }
  }

  async #listen(request: McpRequest, call: McpCall): Promise<McpReply> {
    const { tags, server } = this.#app
    const { notifications } = request.params
    if (!isRecord(notifications))
      return refuseParams(request, 'The member "notifications" of params must be an object.')
    const { resourceSubscriptions: uris = [] } = notifications
    if (!Array.isArray(uris) || !uris.every((uri): uri is string => typeof uri === 'string' && uri.length <= MAX_URI))
      return refuseParams(request, 'The member "resourceSubscriptions" of notifications must be a list of URIs.')
    if (uris.length > MAX_RESOURCES)
      return { status: 200, body: rpcError(request.id, INVALID_PARAMS, `At most ${MAX_RESOURCES} resources.`) }
    const ctx = await call.ctx()
    const resources = new WatchedResources({ app: this.#app, turns: this.#turns, tags }, ctx, call)
    const stream = this.#open(call, ctx, resources)
    const _meta = { [META_SUBSCRIPTION]: request.id }
    stream.last = { id: request.id, result: stampResult({ _meta }, server) }
    const accepted: string[] = []
    const early = new Set<string>()
    let isAcknowledged = false
    const notify = (uri: string): void => {
      if (isAcknowledged) stream.send(uri, { method: 'notifications/resources/updated', params: { uri, _meta } })
      else early.add(uri)
    }
    for (const uri of new Set(uris)) if ((await resources.add(uri, () => notify(uri))) !== undefined) accepted.push(uri)
    const granted = accepted.length === 0 ? {} : { resourceSubscriptions: accepted }
    const params = { notifications: granted, _meta }
    stream.send('', { method: 'notifications/subscriptions/acknowledged', params })
    isAcknowledged = true
    for (const uri of early) notify(uri)
    return { status: 200, headers: STREAM_HEADERS, body: stream.body }
  }

  /** Returns the name of the user, or of the address of an anonymous caller; `undefined` if it has none. */
  #nameCaller(call: McpCall, ctx: Ctx): string | undefined {
    const owner = this.#app.ownerOf(ctx)
    return owner === undefined ? call.address && `address ${call.address}` : `user ${owner}`
  }

  #open(call: McpCall, ctx: Ctx, resources: WatchedResources): NotificationStream {
    const key = this.#nameCaller(call, ctx)
    const streams = this.#streams.get(key) ?? new Set()
    this.#streams.set(key, streams)
    const stream: NotificationStream = new NotificationStream({
      signal: call.signal,
      onEnd: () => {
        resources.close()
        streams.delete(stream)
        if (streams.size === 0 && this.#streams.get(key) === streams) this.#streams.delete(key)
      },
    })
    streams.add(stream)
    const [oldest] = streams
    if (streams.size > (key === undefined ? MAX_WITHOUT_ADDRESS : MAX_STREAMS)) oldest?.end()
    return stream
  }
}

interface WatchParts {
  readonly app: McpApp
  readonly turns: ReadTurns
  readonly tags: WatchedTags | undefined
}

/** The resources of one stream. */
class WatchedResources {
  readonly #app: McpApp
  readonly #turns: ReadTurns
  readonly #tags: WatchedTags | undefined
  readonly #ctx: Ctx
  readonly #call: McpCall
  readonly #watches = new Map<string, ResourceWatch>()
  /** Resources that the caller couldn't read, with the time. */
  readonly #unreadable = new Map<string, number>()
  readonly #endings: (() => void)[] = []
  /** Whether its stream has ended. Nothing is read for it any more. */
  isClosed = false

  constructor({ app, turns, tags }: WatchParts, ctx: Ctx, call: McpCall) {
    this.#app = app
    this.#turns = turns
    this.#tags = tags
    this.#ctx = ctx
    this.#call = call
    const end = tags?.watch({
      onDrop: (keys) => {
        for (const watch of this.#watches.values()) watch.onDrop(keys)
      },
      onGap: () => {
        for (const watch of this.#watches.values()) watch.onGap()
      },
    })
    if (end !== undefined) this.#endings.push(end)
  }

  onClose(listener: () => void): void {
    this.#endings.push(listener)
  }

  /** Watches a resource. Returns `undefined` for one that is watched already, and one that the caller can't read. */
  async add(uri: string, onChange: (versions: string | undefined) => void): Promise<ResourceWatch | undefined> {
    if (this.isClosed || this.#watches.has(uri) || this.#tags === undefined) return undefined
    const refused = this.#unreadable.get(uri)
    if (refused !== undefined && performance.now() - refused < READ_AGAIN_MS) return undefined
    const read = () => readResource(this.#app, uri, this.#ctx, this.#call)
    const watch = new ResourceWatch({ tags: this.#tags, turns: this.#turns, read, onChange })
    this.#watches.set(uri, watch)
    if (await watch.start()) return watch
    this.#watches.delete(uri)
    this.#unreadable.set(uri, performance.now())
    return undefined
  }

  /** Ends the watches of other resources. */
  keep(uris: readonly string[]): void {
    for (const uri of this.#unreadable.keys()) if (!uris.includes(uri)) this.#unreadable.delete(uri)
    for (const [uri, watch] of this.#watches)
      if (!uris.includes(uri)) {
        watch.close()
        this.#watches.delete(uri)
      }
  }

  close(): void {
    this.isClosed = true
    for (const end of this.#endings.splice(0)) end()
    this.keep([])
  }
}
