import { api } from '@fw/runtime'

/** Says what time it is. */
export const now = api({ run: async () => ({ at: new Date() }) })
