/** fw as a handler of an existing h3 or Nitro server. */
import type { EventHandler, H3Event } from 'h3'
import type { FwServer } from '../server/create-server.ts'

/**
 * Returns a handler that serves the whole app: `new H3().all('/**', toH3Handler(createApp()))`. Mount it at the root, because
 * pages link to each other by their own paths, and after the server's own routes. Sockets aren't upgraded: use `serve` of
 * `@fw/runtime/host` for an app with a WebSocket endpoint. With `hostname`, the address that the server listens on, a server of
 * this machine checks the host of requests, as fw's own does. Default: any host is accepted.
 */
export function toH3Handler(
  server: Pick<FwServer, 'serve' | 'listensOn'>,
  { hostname }: { readonly hostname?: string } = {},
): EventHandler {
  if (hostname !== undefined) server.listensOn(hostname)
  return (event) =>
    server.serve(event.req, {
      requestIP: () => readAddress(event),
      upgrade: () => false,
    })
}

/** h3 has the address in the context, if a middleware has determined it, and otherwise on the request. */
function readAddress({ context, req }: H3Event): { readonly address: string } | null {
  const address = context.clientAddress ?? req.ip
  return address === undefined ? null : { address }
}
