/** `GET /_fw/health` and `GET /_fw/ready`: for monitoring of the process. They reveal nothing about its state. */
import { FwError } from '#contract/http/error.ts'
import { HEALTH_PATH, READY_PATH } from '#contract/http/path.ts'
import type { FwReply } from '#contract/http/request.ts'
import type { App } from '../app/app.ts'
import type { ServerStage } from '../http/exchange.ts'
import { jsonReply } from '../http/reply.ts'

const OK = jsonReply(200, { ok: true })

/** Runs before everything else, including the app's middleware: a probe has no cookie and follows no redirect. */
export const probeStage: ServerStage = ({ path, method }, { app }) => {
  if (path !== HEALTH_PATH && path !== READY_PATH) return undefined
  if (method !== 'GET' && method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  return path === HEALTH_PATH ? OK : readiness(app)
}

/** Ready means that the server isn't stopping and that its data store responds. */
async function readiness(app: App): Promise<FwReply> {
  if (app.draining) throw new FwError('unavailable')
  await app.data.store.ping().catch(() => {
    // The store logs the reason.
    throw new FwError('unavailable')
  })
  return OK
}
