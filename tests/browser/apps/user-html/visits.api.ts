import { api } from '@fw/runtime'

export const visit = api({ description: 'Counts a visit.', run: () => {} })
