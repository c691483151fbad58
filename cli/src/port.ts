/** Port that a command listens on. */
import { type AddressInfo, createServer } from 'node:net'
import { CliError } from './cli-error.ts'

interface WantedPort {
  readonly port: number
  /** Whether `--port` or `PORT` set the port. If it is in use, the command fails instead of trying the next one. */
  readonly explicit: boolean
}

/** Reads `--port`, else `PORT`, else 3000. With 0 the system chooses a port. */
export function readWantedPort(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): WantedPort {
  if (flag !== undefined) return { port: parsePort(flag, '--port'), explicit: true }
  if (env.PORT) return { port: parsePort(env.PORT, 'PORT'), explicit: true }
  return { port: 3000, explicit: false }
}

/** Returns the URL that a browser opens. A wildcard address becomes `localhost`. */
export function shownUrl(url: string): string {
  return url.replace(/\/$/, '').replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost')
}

function parsePort(text: string, source: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new CliError({ code: 'bad_argument', title: `${source} must be a port from 0 to 65535, got "${text}".` })
  return port
}

/** Converts an `EADDRINUSE` or `EACCES` error to a `CliError` that names the port. Returns other errors unchanged. */
export function portError(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return new CliError({
      code: 'port_in_use',
      title: `Port ${port} is already in use.`,
      fix: 'Stop the program that uses it, or choose another port: --port 3001, or --port 0 for any free port.',
    })
  if (error.code === 'EACCES')
    return new CliError({
      code: 'port_denied',
      title: `No permission to listen on port ${port}.`,
      fix: 'Choose a port above 1023.',
    })
  return error
}

/** Returns a port of 127.0.0.1 that no program uses at the moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // it listens on TCP
      server.close(() => resolve(port))
    })
  })
}
