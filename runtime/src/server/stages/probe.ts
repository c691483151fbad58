/** `GET /_fw/health` and `GET /_fw/ready`: for whoever watches the process. They say nothing about its inside. */
import { FwError } from '#contract/error.ts'
import { HEALTH_PATH, READY_PATH } from '#contract/path.ts'
import type { FwReply } from '#contract/request.ts'
import type { App } from '../app.ts'
import type { ServerStage } from '../exchange.ts'
import { jsonReply } from '../reply.ts'

const OK = jsonReply(200, { ok: true })

/** Before everything, the app's middleware included: a probe has no cookie and follows no redirect. */
export const probeStage: ServerStage = ({ path, method }, { app }) => {
  if (path !== HEALTH_PATH && path !== READY_PATH) return undefined
  if (method !== 'GET' && method !== 'HEAD')
    throw new FwError('method_not_allowed', { headers: { allow: 'GET, HEAD' } })
  return path === HEALTH_PATH ? OK : readiness(app)
}

/** Ready: not on the way out, and what the app stands on answers. */
async function readiness(app: App): Promise<FwReply> {
  if (app.draining) throw new FwError('unavailable')
  await app.data.ping().catch(() => {
    // The store says in the log what is wrong with it.
    throw new FwError('unavailable')
  })
  return OK
}
