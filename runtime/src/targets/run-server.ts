/** The life of a server process whose entry `fw build --target` writes: address, schedules, signals. */
import type { Listening } from '../host/listening.ts'
import type { FwServer } from '../server/create-server.ts'

/** Address that a server listens on. */
interface ListenAddress {
  readonly port: number
  readonly hostname: string
}

/** Reads `PORT` (default 3000) and `HOST` (default: every address). Throws a `TypeError` for an invalid port. */
export function readListenAddress(env: Readonly<Record<string, string | undefined>>): ListenAddress {
  const text = env.PORT || '3000'
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new TypeError(`PORT must be a port from 0 to 65535, got "${text}".`)
  return { port, hostname: env.HOST || '0.0.0.0' }
}

/** Starts schedules, reports the address, and resolves when the server has stopped after SIGINT or SIGTERM. */
export async function runServer(server: FwServer, listening: Listening): Promise<void> {
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
