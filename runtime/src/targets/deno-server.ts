/** The server of `--target deno`: h3 on srvx's adapter for `Deno.serve`, or on `node:http` for an app with a WebSocket endpoint. */
import { serve } from 'srvx/deno'
import type { BuiltApp } from './app-handler.ts'
import { openOnNode } from './h3-server.ts'
import { type ServerOpener, startServer } from './run-server.ts'

/**
 * Serves the app on `PORT` and `HOST` until the process receives a signal to stop.
 *
 * Sockets aren't upgraded with `Deno.upgradeWebSocket`. It buffers the fragments of a message without a limit
 * (https://github.com/denoland/deno/issues/15809), and a client that doesn't read can't be terminated, so one client could fill the
 * memory. On the sockets of `node:http`, crossws has the same limits as on Node.
 */
export function startOnDeno(app: BuiltApp): Promise<void> {
  const open: ServerOpener = (handler, address, hosting) =>
    (handler.server.websocket === undefined ? openOnDeno : openOnNode)(handler, address, hosting)
  return startServer(app, open)
}

const openOnDeno: ServerOpener = async ({ server, fetch }, { port, hostname }) => {
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
  return {
    port: Number(new URL(h3.url ?? '').port),
    async close(drainMs) {
      // `Deno.serve` itself waits for running requests without a limit.
      const end = setTimeout(() => aborted.abort(), drainMs)
      await Promise.all([h3.close(), server.closeSockets(drainMs)])
      clearTimeout(end)
    },
  }
}
