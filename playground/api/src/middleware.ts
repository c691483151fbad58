import { rateLimit } from '@fw/runtime/server'

/** Limits each address, with and without a key. `src/ctx.ts` limits each key. */
export default rateLimit({ name: 'address', limit: 300, windowMs: 60_000 })
