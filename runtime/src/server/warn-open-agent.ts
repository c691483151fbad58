/** Warns at start if callers without any identity can use the app's agent, because each of their turns costs money. */
import { A2A_PATH, AGENT_PATH, LLM_PATH } from '#contract/http/path.ts'
import type { App } from './app/app.ts'
import { Exchange } from './http/exchange.ts'
import { runMiddleware } from './http/run-middleware.ts'
import { WebFwRequest } from './http/web-request.ts'

/** Logs one warning with the open endpoints. An app without a model, or only on this machine in development, gets none. */
export async function warnOpenAgent(app: App): Promise<void> {
  if (!app.production && app.loopback) return
  if (!(await hasModel(app))) return
  const open: string[] = []
  for (const path of [AGENT_PATH, LLM_PATH]) if (await isOpen(app, path)) open.push(path)
  if (await isOpenToAgents(app)) open.push(A2A_PATH)
  if (open.length > 0)
    app.log.warn(
      `Anonymous callers can use ${listPaths(open)}, and you pay for the model. To refuse them, throw new FwError('unauthenticated') in src/ctx.ts for requests to ${open.length > 1 ? 'these paths' : 'this path'} without a user. To limit their cost, set budget in src/agent.ts.`,
    )
}

/** Whether agents without a token and a signature can send messages: each of them may run a turn. */
async function isOpenToAgents(app: App): Promise<boolean> {
  const { bearerCheck, agentAuth } = app.policy
  if (bearerCheck !== undefined || agentAuth?.policy === 'require') return false
  return (await isOpen(app, A2A_PATH)) || (await isOpen(app, `${A2A_PATH}/message:send`))
}

function listPaths(paths: readonly string[]): string {
  return [paths.slice(0, -1).join(', '), ...paths.slice(-1)].filter((part) => part !== '').join(' and ')
}

async function hasModel({ agents: { mount } }: App): Promise<boolean> {
  if (mount !== undefined) return mount.setup?.() === undefined
  const { resolveModel } = await import('#agent/resolve-model.ts')
  return resolveModel(undefined, process.env) !== undefined
}

/** Whether the middleware and `ctxFor` accept a request without cookies and tokens. If they fail, they refuse it. */
async function isOpen(app: App, path: string): Promise<boolean> {
  const request = new Request(new URL(path, 'http://localhost'), { method: 'POST' })
  try {
    const exchange = new Exchange(app, new WebFwRequest(request, () => app.policy.maxBodyBytes))
    if ((await runMiddleware(exchange.request, exchange)) !== undefined) return false
    await exchange.agentCtx()
    return true
  } catch {
    return false
  }
}
