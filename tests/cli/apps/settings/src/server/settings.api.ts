import { api } from '@fw/runtime'
import { env } from '@fw/runtime/server'

// Read while the module loads: the environment is there before the app.
const where = env.DATABASE_URL.length

/** Show what the environment says. */
export const show = api({
  readonly: true,
  run: async () => ({
    where,
    limit: env.CALL_LIMIT ?? 0,
    beta: env.BETA ?? false,
    mode: env.MODE,
    hosts: env.HOSTS ?? [],
    since: env.SINCE?.getUTCFullYear() ?? 0,
    retries: env.RETRIES ?? 0,
  }),
})
