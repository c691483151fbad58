/** What the app makes of a caller inside this process, who brings no cookie. */
import type { Ctx } from '#contract/api.ts'
import { APPROVE_PATH, ORIGIN_HEADER } from '#contract/path.ts'
import type { App } from './app.ts'
import { Exchange } from './exchange.ts'
import { WebFwRequest } from './web-request.ts'

/** Of a person at the terminal, who settles a proposal. */
export async function anonymousCtx(app: App): Promise<Ctx> {
  return createCtx(app, new Request(new URL(APPROVE_PATH, HERE), { method: 'POST' }))
}

/** Of the app itself, where no person stands behind what it does. */
export async function ownCtx(app: App): Promise<Ctx> {
  return createCtx(app, new Request(HERE, { headers: { [ORIGIN_HEADER]: 'agent' } }))
}

const HERE = 'http://localhost/'

function createCtx(app: App, request: Request): Promise<Ctx> {
  return Promise.resolve(new Exchange(app, new WebFwRequest(request, () => app.maxBodyBytes)).ctx())
}
