/** The server of `--target deno`: h3 on srvx's adapter for `Deno.serve`. */
import { serve } from 'srvx/deno'
import { type Listening, toUrl } from '../host/listening.ts'
import { resolveHosting } from '../host/timeouts.ts'
import { type BuiltApp, createAppHandler } from './app-handler.ts'
import { readListenAddress, runServer } from './run-server.ts'

/** Serves the app on `PORT` and `HOST` until the process receives a signal to stop. */
export async function startOnDeno(app: BuiltApp): Promise<void> {
  const { port, hostname } = readListenAddress(process.env)
  const { server, fetch } = await createAppHandler(app, hostname)
  const { drainMs } = resolveHosting(server, {})
  const aborted = new AbortController()
  const h3 = serve({
    fetch,
    port,
    hostname,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    deno: { signal: aborted.signal },
  })
  await h3.serve()
  const actual = Number(new URL(h3.url ?? '').port)
  const listening: Listening = {
    url: toUrl(hostname, actual),
    port: actual,
    async close() {
      server.drain()
      // `Deno.serve` itself waits for running requests without a limit.
      const end = setTimeout(() => aborted.abort(), drainMs)
      await Promise.all([h3.close(), server.closeSockets(drainMs), server.stopSchedules(drainMs)])
      clearTimeout(end)
      await server.close()
    },
  }
  await runServer(server, listening)
}
