/** `core-app.mjs` as a separate process, on Node or on Bun. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServeOptions } from '../../runtime/src/host.ts'
import type { FwServerOptions } from '../../runtime/src/server.ts'

const APP = fileURLToPath(new URL('./core-app.mjs', import.meta.url))

export interface CoreServer {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** A call of `api.shop.<name>`. */
  call(name: string, input?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Counts of calls by function, and of open resources. */
  state(): Promise<CoreState>
  /** All of its output so far. */
  output(): string
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void
  /** Resolves with the exit code; null after a kill. */
  readonly ended: Promise<number | null>
  /** Kills it with SIGKILL. */
  close(): Promise<void>
}

export interface CoreState {
  /** Calls whose caller disconnected before the body was complete. */
  readonly left: number
  readonly echo: number
  readonly order: number
  readonly started: number
  readonly ended: number
  readonly aborted: number
  readonly streams: number
  readonly cancelled: number
  readonly kinds: Readonly<Record<string, number>>
  /** Open files and sockets, if the system reports them. */
  readonly files: number
  /** Memory of the process. */
  readonly listeners: number
  readonly heapUsed: number
  readonly rss: number
}

/** Options that are valid JSON; `serve` contains those of the host. */
export type CoreOptions = Pick<
  FwServerOptions,
  'trustProxy' | 'maxBodyBytes' | 'timeouts' | 'drainMs' | 'data' | 'websocket'
> & {
  readonly serve?: ServeOptions
}

/** `program` is one of `RUNTIMES`. */
export function startCore(
  program: string,
  options: CoreOptions = {},
  flags: readonly string[] = [],
): Promise<CoreServer> {
  return startApp(APP, program, options, flags)
}

/** Starts another app that accepts its options as JSON and prints its URL. */
export function startApp(
  app: string,
  program: string,
  options: CoreOptions = {},
  flags: readonly string[] = [],
): Promise<CoreServer> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env
  const child = spawn(program, [...flags, app, JSON.stringify(options)], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let text = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const url = /^Listening on (\S+)$/m.exec(text)?.[1]
      if (url === undefined) return
      const call: CoreServer['call'] = (name, input = {}, headers = {}) =>
        fetch(`${url}/_fw/api/shop.${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(input),
        })
      resolve({
        url,
        port: Number(new URL(url).port),
        pid: child.pid ?? 0,
        call,
        state: async () => ((await (await call('state')).json()) as { result: CoreState }).result,
        output: () => text,
        signal: (name) => void child.kill(name),
        ended,
        close: async () => {
          child.kill('SIGKILL')
          await ended
        },
      })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`${app} ended with ${code}:\n${text}`)))
  })
}
