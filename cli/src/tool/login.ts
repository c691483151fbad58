/** Logs an app in at a remote MCP server: a browser on this machine brings the response of the login. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getMessage } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import { CliError } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { readWantedPort } from '../port.ts'

interface LoginArguments {
  /** Name of the server in the agent. */
  readonly name: string
  readonly port: string | undefined
  /** Option `data` of the app. */
  readonly data: string | undefined
  /** Time in milliseconds to log in with the browser. @default 600000 */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 600_000

export async function logIn(
  server: Pick<FwServer, 'loginRemote'>,
  { name, port, data, timeoutMs = TIMEOUT_MS }: LoginArguments,
  io: Io,
): Promise<number> {
  if (data === undefined || data === 'memory')
    throw new CliError({
      code: 'no_shared_data',
      title: 'This app keeps its data in memory, so the server would not find the tokens of the login.',
      fix: 'Set data in fw.config.ts, such as "sqlite:.fw/data/app.db", or the URL of a Redis or a Postgres.',
    })
  const callback = await openCallback(port === undefined ? 0 : readWantedPort(port, io.env).port, timeoutMs)
  try {
    const login = await server.loginRemote(name, callback.url)
    io.note(`Log in with a browser on this machine:\n\n  ${login.url}\n`)
    await callback.receive(new URL(login.url).searchParams.get('state'), (query) => login.finish(query))
  } catch (error) {
    throw new CliError({ code: 'login_failed', title: `The login at ${name} failed.`, fix: getMessage(error) })
  } finally {
    callback.close()
  }
  io.result(`Logged in at ${name}.`)
  return 0
}

interface Callback {
  readonly url: string
  /**
   * Passes the query of the redirect with this state to `finish`, and shows in the browser whether it resolved. Rejects if no
   * such redirect arrives in time.
   */
  receive(state: string | null, finish: (query: URLSearchParams) => Promise<void>): Promise<void>
  close(): void
}

async function openCallback(port: number, timeoutMs: number): Promise<Callback> {
  /** Returns `undefined` for the query of another login. */
  let handle: ((query: URLSearchParams) => Promise<void> | undefined) | undefined
  const http = createServer(async (request, response) => {
    // Any page of the browser can send a request, with a path such as `//`.
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    if (url?.pathname !== '/callback') return void response.writeHead(404).end()
    const outcome = handle?.(url.searchParams)
    const text = await outcome?.then(
      () => 'You are logged in. You can close this page.',
      () => 'The login failed. The terminal shows the reason.',
    )
    response
      .writeHead(text === undefined ? 400 : 200, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      .end(text ?? 'This response belongs to another login. Open the URL that the terminal shows.')
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', resolve)
  })
  const { port: own } = http.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${own}/callback`,
    receive: (state, finish) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error('The login was not finished in time. Run the command again.')),
          timeoutMs,
        )
        let outcome: Promise<void> | undefined
        handle = (query) => {
          // Any page of the browser can send a request, but only the redirect has the state: other requests don't end the login.
          if (state === null || query.get('state') !== state) return undefined
          clearTimeout(timer)
          // A browser may load the page again.
          outcome ??= finish(query)
          outcome.then(resolve, reject)
          return outcome
        }
      }),
    close: () => void http.close(),
  }
}
