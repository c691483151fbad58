/** The app that dev serves: made on demand from the newest modules, and made again when they are stale. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** One life of the app. */
export interface AppInstance {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** A newer one takes its place: what it does by itself ends now, what it answers goes on. */
  readonly retire: () => void
  /** Its sockets are closed too. */
  readonly close: () => Promise<void>
}

export interface DevAppOptions {
  /** Loads the app. */
  readonly make: () => Promise<AppInstance>
  /** Whether it does something by itself, so that it has to be there although nobody asks. Default: never. */
  readonly isNeeded?: () => boolean
  /** Hears why an app that nobody asked for could not be loaded. */
  readonly onFailure?: (error: unknown) => void
}

export interface DevApp {
  /** Answers with the newest app. Rejects when it cannot be loaded; the next call tries again. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Gives an upgrade to the newest app, which lives on as long as its sockets do. Rejects as `handle` does. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** The sources changed: the next answer comes from a new instance. */
  markStale(): void
  /** Loads the app where it does something by itself. */
  wake(): void
  /** Closes every instance, those with open sockets too. */
  close(): Promise<void>
}

interface Running {
  readonly instance: AppInstance
  open: number
  retired: boolean
}

/** One edit is often several files. */
const WAKE_MS = 200

/** An instance is closed when it is stale and the last answer or socket that it began has ended. */
export function createDevApp({ make, isNeeded, onFailure }: DevAppOptions): DevApp {
  const living = new Set<Running>()
  let waking: ReturnType<typeof setTimeout> | undefined
  let running: Promise<Running> | undefined
  let closed = false
  const current = (): Promise<Running> => {
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
  const end = async (app: Running): Promise<void> => {
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
  /** The newest app, which stays until `exchange` has closed. */
  const enter = async (exchange: ServerResponse | Duplex): Promise<AppInstance> => {
    let app = await current()
    while (app.retired) app = await current()
    const entered = app
    entered.open += 1
    exchange.once('close', () => {
      entered.open -= 1
      if (entered.retired && entered.open === 0) void end(entered)
    })
    return entered.instance
  }
  return {
    handle: async (request, response) => (await enter(response)).handle(request, response),
    upgrade: async (request, socket, head) => (await enter(socket)).upgrade(request, socket, head),
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
