/** Which port to listen on (decisions: Pages, "Ports"). */
import { CliError } from './fail.ts'

export interface WantedPort {
  readonly port: number
  /** Given by `--port` or `PORT`: in use is an error, never a reason to move on. */
  readonly explicit: boolean
}

/** `--port`, else `PORT`, else 3000. 0 lets the system choose. */
export function wantedPort(flag: string | undefined, env: Readonly<Record<string, string | undefined>>): WantedPort {
  if (flag !== undefined) return { port: parsePort(flag, '--port'), explicit: true }
  if (env.PORT) return { port: parsePort(env.PORT, 'PORT'), explicit: true }
  return { port: 3000, explicit: false }
}

/** The address as a person opens it: one that means every address is reached by name. */
export function shownUrl(url: string): string {
  return url.replace(/\/$/, '').replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost')
}

function parsePort(text: string, source: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new CliError({ code: 'bad_argument', title: `${source} is a port from 0 to 65535, not "${text}".` })
  return port
}

/** Says which port is taken, when that is why listening failed; any other error stays as it is. */
export function portError(error: unknown, port: number): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  if (error.code === 'EADDRINUSE')
    return new CliError({
      code: 'port_in_use',
      title: `Port ${port} is already in use.`,
      fix: 'Stop what listens there, or choose another: --port 3001, or --port 0 for any free one.',
    })
  if (error.code === 'EACCES')
    return new CliError({
      code: 'port_denied',
      title: `Port ${port} needs more rights than you have.`,
      fix: 'Choose one above 1023.',
    })
  return error
}
