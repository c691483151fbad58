/** The app that dev serves: made on demand from the newest modules, and made again when they are stale. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** One life of the app. */
export interface AppInstance {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  readonly close: () => Promise<void>
}

export interface DevApp {
  /** Answers with the newest app. Rejects when it cannot be loaded; the next call tries again. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The sources changed: the next answer comes from a new instance. */
  markStale(): void
  close(): Promise<void>
}

interface Running {
  readonly instance: AppInstance
  open: number
  retired: boolean
}

/** `make` loads the app. An instance is closed when it is stale and the last answer that it began has ended. */
export function createDevApp(make: () => Promise<AppInstance>): DevApp {
  let running: Promise<Running> | undefined
  const current = (): Promise<Running> => {
    if (running !== undefined) return running
    const making = make().then((instance) => ({ instance, open: 0, retired: false }))
    making.catch(() => {
      if (running === making) running = undefined
    })
    running = making
    return making
  }
  const drop = async (): Promise<void> => {
    const before = running
    running = undefined
    const app = await before?.catch(() => undefined)
    if (app === undefined) return
    app.retired = true
    if (app.open === 0) await app.instance.close()
  }
  return {
    async handle(request, response) {
      let app = await current()
      while (app.retired) app = await current()
      app.open += 1
      response.once('close', () => {
        app.open -= 1
        if (app.retired && app.open === 0) void app.instance.close()
      })
      app.instance.handle(request, response)
    },
    markStale: () => void drop(),
    close: drop,
  }
}
