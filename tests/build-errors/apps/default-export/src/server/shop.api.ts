import { api } from '@fw/runtime'

/** Says that the shop is open. */
export const status = api({ run: async () => ({ open: true }) })

export default status
