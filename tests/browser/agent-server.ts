/** A fixture app with a complete server and a strict Content-Security-Policy, for tests of agents in a page. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineAgent } from '../../runtime/src/agent.ts'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import { serve } from '../../runtime/src/host.ts'
import { createFwServer, type FwServerOptions } from '../../runtime/src/server.ts'
import type { ScriptedModel } from '../../runtime/src/testing.ts'
import { compileRoutes } from '../runtime/page/compiled-routes.ts'
import { bundleOnce, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('agent-app', import.meta.url))

export interface AgentServer {
  readonly url: string
  /** Calls of apis, in order. */
  readonly audit: readonly AuditEntry[]
  /** Effects of the apis. */
  readonly ran: string[]
  /** Orders that were paid. */
  readonly paid: readonly string[]
  close(): Promise<void>
}

export async function serveAgentApp(options: FwServerOptions = {}): Promise<AgentServer> {
  const sources = readSources(FOLDER)
  const { out, ...assets } = await bundleOnce(FOLDER, sources)
  // Chromium requests it, and logs its absence to the console.
  writeFileSync(join(out, 'favicon.ico'), '')
  const routes = compileRoutes(sources)
  const [shop, orders] = await Promise.all([routes.load('shop.api.ts'), routes.load('orders/orders.api.ts')])
  const audit: AuditEntry[] = []
  const server = createFwServer({
    ...routes.options,
    ...assets,
    apis: { shop, orders },
    approvals: 'open',
    csp: { header: "style-src 'nonce-{nonce}'; img-src 'self'" },
    onAudit: (entry) => void audit.push(entry),
    log: () => undefined,
    ...options,
  } as FwServerOptions) // the api module's exports are not typed here
  const host = await serve(server, { port: 0, drainMs: 100, publicDir: out })
  return {
    url: host.url,
    audit,
    ran: shop.ran as string[],
    paid: orders.paid as string[],
    async close() {
      await host.close()
      routes.close()
    },
  }
}

/** Serves the app with an agent that reads its model anew at each request, so that each test has a script of its own. */
export function serveScriptedApp(getModel: () => ScriptedModel, options: FwServerOptions = {}): Promise<AgentServer> {
  const env = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: 'http://model.invalid' }
  const send: typeof fetch = (url, init) => fetch(String(url).replace('http://model.invalid', getModel().url), init)
  return serveAgentApp({ agent: defineAgent({}, { env, fetch: send }), ...options })
}
