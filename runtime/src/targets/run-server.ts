/** The life of a server process whose entry `fw build --target` writes: address, schedules, signals. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Listening, toUrl } from '../host/listening.ts'
import { type Hosting, resolveHosting } from '../host/timeouts.ts'
import type { FwServer } from '../server/create-server.ts'
import { type AppHandler, type BuiltApp, createAppHandler } from './app-handler.ts'

/** Address that a server listens on. */
interface ListenAddress {
  readonly port: number
  readonly hostname: string
}

/** A server that accepts connections. */
interface OpenServer {
  readonly port: number
  /** Stops listening. Resolves when the requests and sockets have ended, after `drainMs` at the latest. */
  close(drainMs: number): Promise<void>
}

/** Starts to listen for the requests of an app. */
export type ServerOpener = (handler: AppHandler, address: ListenAddress, hosting: Hosting) => Promise<OpenServer>

/** Serves the app on `PORT` and `HOST` until the process receives a signal to stop. */
export async function startServer(app: BuiltApp, open: ServerOpener): Promise<void> {
  const address = readListenAddress(process.env)
  const handler = await createAppHandler(app, address.hostname)
  const { server } = handler
  const hosting = resolveHosting(server, {})
  const { drainMs, drainDelayMs } = hosting
  const { port, close } = await open(handler, address, hosting)
  await runServer(server, {
    url: toUrl(address.hostname, port),
    port,
    async close() {
      server.drain()
      if (drainDelayMs > 0) await pause(drainDelayMs)
      await Promise.all([close(drainMs), server.stopSchedules(drainMs)])
      await handler.close()
    },
  })
}

/** Reads `PORT` (default 3000) and `HOST` (default: every address). Throws a `TypeError` for an invalid port. */
function readListenAddress(env: Readonly<Record<string, string | undefined>>): ListenAddress {
  const text = env.PORT || '3000'
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new TypeError(`PORT must be a port from 0 to 65535, got "${text}".`)
  return { port, hostname: env.HOST || '0.0.0.0' }
}

/** Starts schedules, reports the address, and resolves when the server has stopped after SIGINT or SIGTERM. */
async function runServer(server: FwServer, listening: Listening): Promise<void> {
  process.on('unhandledRejection', (err) => server.log.error('Unhandled rejection', { err }))
  const stopped = untilSignal()
  await server.startSchedules().catch(async (error: unknown) => {
    await listening.close()
    throw error
  })
  console.log(`Listening on ${listening.url}`)
  await stopped
  server.log.info('Stopping.')
  await listening.close()
}

/** Resolves at the first signal. A second one ends the process immediately, as by default. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of SIGNALS) process.removeListener(signal, stop)
      resolve()
    }
    for (const signal of SIGNALS) process.on(signal, stop)
  })
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
