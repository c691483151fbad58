/** Creates ctx objects for callers in this process, who have no cookies. */
import type { Ctx } from '#contract/api.ts'
import { APPROVE_PATH, ORIGIN_HEADER } from '#contract/http/path.ts'
import { Exchange } from '../http/exchange.ts'
import { WebFwRequest } from '../http/web-request.ts'
import type { App } from './app.ts'

/** Returns the ctx of a user at the terminal who resolves a proposal. */
export async function anonymousCtx(app: App): Promise<Ctx> {
  return createCtx(app, new Request(new URL(APPROVE_PATH, HERE), { method: 'POST' }))
}

/** Returns the ctx of the app itself, for work that no user is responsible for. */
export async function ownCtx(app: App): Promise<Ctx> {
  return createCtx(app, new Request(HERE, { headers: { [ORIGIN_HEADER]: 'agent' } }))
}

const HERE = 'http://localhost/'

function createCtx(app: App, request: Request): Promise<Ctx> {
  return Promise.resolve(new Exchange(app, new WebFwRequest(request, () => app.policy.maxBodyBytes)).ctx())
}
