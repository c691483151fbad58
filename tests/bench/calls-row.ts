/** Row A: POST a 20-line order, validated in and out, compared with the same work by hand and on other frameworks. */
import {
  buildOrderApp,
  expectReceipt,
  ORDER_APP,
  ORDER_BASELINE,
  ORDER_HEADERS,
  ORDER_PATH,
  orderBody,
} from './order-app.ts'
import { installPeers, PEERS } from './peers.ts'
import type { BenchOptions, Log, Result } from './result.ts'
import { measureLoad, withServers } from './rig/server-load.ts'
import { BUN_RUNTIME, NODES, OWN_NODE, RUNTIMES, type RuntimeServer, runOn } from './runtimes.ts'

export function measureCalls(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildOrderApp()
  if (options.peers) installPeers()
  const commands = [
    ...runOn(RUNTIMES, ORDER_BASELINE),
    ...runOn(RUNTIMES, ORDER_APP),
    ...(options.peers ? listPeers() : []),
  ]
  return withServers(commands, async (servers) => {
    for (const { server } of servers) await expectReceipt(server)
    const request = { path: ORDER_PATH, headers: ORDER_HEADERS, body: orderBody() }
    return measureLoad({ row: 'calls', ...request }, servers, options, log)
  })
}

function listPeers(): readonly RuntimeServer[] {
  return [
    ...runOn(NODES, { name: 'fastify', cwd: PEERS, args: ['fastify.mjs'] }),
    ...runOn([OWN_NODE], { name: 'hono', cwd: PEERS, args: ['hono.mjs'] }),
    ...runOn([BUN_RUNTIME], { name: 'elysia', cwd: PEERS, args: ['elysia.mjs'] }),
  ]
}
