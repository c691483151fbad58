/** The ways into a server for callers inside its process: the command line and tests. */
import type { Ctx } from '#contract/api.ts'
import { ORIGIN_HEADER } from '#contract/path.ts'
import { answer, refuse } from './answer.ts'
import type { App } from './app.ts'
import { Exchange } from './exchange.ts'
import { toResponse } from './finish.ts'
import { WebFwRequest } from './web-request.ts'

export interface InProcess {
  /**
   * `fetch` for a caller inside this process (the command line): the policy `require` does not ask it for a signature.
   * Everything else holds for it as for anybody. Never mount it in a host.
   */
  fetchInProcess(request: Request): Promise<Response>
  /** What the app makes of an agent inside this process that asks for a path, without cookies: for `instancesFor`. */
  ctxInProcess(path: string): Promise<Ctx>
}

export function inProcess(app: App): InProcess {
  const entry = { inProcess: true } as const
  return {
    async fetchInProcess(request) {
      try {
        return toResponse(await answer(app, new WebFwRequest(request, app.maxBodyBytes), entry))
      } catch (error) {
        return toResponse(refuse(app, error))
      }
    },
    async ctxInProcess(path) {
      const request = new Request(new URL(path, 'http://localhost'), { headers: { [ORIGIN_HEADER]: 'agent' } })
      return new Exchange(app, new WebFwRequest(request, app.maxBodyBytes), entry).ctx()
    },
  }
}
