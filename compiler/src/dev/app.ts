/** The app that dev serves: created on demand from the newest modules, and recreated when they are stale. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** One instance of the app. `Server` is the runtime's server. */
export interface AppInstance<Server = unknown> {
  readonly server: Server
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Ends the instance's own activity, since a newer instance replaces it. Running responses continue. */
  readonly retire: () => void
  /** Closes the instance and its sockets. */
  readonly close: () => Promise<void>
}

interface DevAppOptions<Server> {
  /** Loads the app. */
  readonly make: () => Promise<AppInstance<Server>>
  /**
   * Returns whether the app has activity of its own, so that it must be loaded without a request.
   *
   * @default never
   */
  readonly isNeeded?: () => boolean
  /** Called with the reason if the app couldn't be loaded without a request. */
  readonly onFailure?: (error: unknown) => void
}

export interface DevApp<Server = unknown> {
  /** Handles a request with the newest app. Rejects if the app can't be loaded; the next call tries again. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Passes an upgrade to the newest app, which lives until its sockets are closed. Rejects as `handle` does. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Calls `work` with the newest app, which stays open until its result is settled. Rejects as `handle` does. */
  use<Result>(work: (server: Server) => Promise<Result>): Promise<Result>
  /** Marks the app as stale after an edit: a new instance handles the next request. */
  markStale(): void
  /** Loads the app if it has activity of its own. */
  wake(): void
  /** Closes every instance, including those with open sockets. */
  close(): Promise<void>
}

interface Running<Server> {
  readonly instance: AppInstance<Server>
  open: number
  retired: boolean
}

/** Delay in milliseconds: one edit often changes several files. */
const WAKE_MS = 200

/** Creates the app's holder. A stale instance is closed once its last response or socket has ended. */
export function createDevApp<Server>({ make, isNeeded, onFailure }: DevAppOptions<Server>): DevApp<Server> {
  const living = new Set<Running<Server>>()
  let waking: ReturnType<typeof setTimeout> | undefined
  let running: Promise<Running<Server>> | undefined
  let closed = false
  const current = (): Promise<Running<Server>> => {
    if (running !== undefined) return running
    const making = make().then((instance) => {
      const app = { instance, open: 0, retired: false }
      living.add(app)
      return app
    })
    making.catch(() => {
      if (running === making) running = undefined
    })
    running = making
    return making
  }
  const end = async (app: Running<Server>): Promise<void> => {
    if (living.delete(app)) await app.instance.close()
  }
  const drop = async (): Promise<void> => {
    const before = running
    running = undefined
    const app = await before?.catch(() => undefined)
    if (app === undefined) return
    app.retired = true
    app.instance.retire()
    if (app.open === 0) await end(app)
  }
  const wake = (): void => {
    clearTimeout(waking)
    if (closed || isNeeded?.() !== true) return
    waking = setTimeout(() => void current().catch((error: unknown) => onFailure?.(error)), WAKE_MS)
  }
  /** Returns the newest app, which stays open until `leave` is called. */
  const open = async () => {
    let app = await current()
    while (app.retired) app = await current()
    const entered = app
    entered.open += 1
    const leave = (): void => {
      entered.open -= 1
      if (entered.retired && entered.open === 0) void end(entered)
    }
    return { instance: entered.instance, leave }
  }
  const enter = async (exchange: ServerResponse | Duplex): Promise<AppInstance<Server>> => {
    const { instance, leave } = await open()
    exchange.once('close', leave)
    return instance
  }
  return {
    handle: async (request, response) => (await enter(response)).handle(request, response),
    upgrade: async (request, socket, head) => (await enter(socket)).upgrade(request, socket, head),
    async use(work) {
      const { instance, leave } = await open()
      return work(instance.server).finally(leave)
    },
    markStale() {
      void drop()
      wake()
    },
    wake,
    async close() {
      closed = true
      clearTimeout(waking)
      await drop()
      await Promise.all([...living].map(end))
    },
  }
}
