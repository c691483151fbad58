import { api } from 'elsewhere'

export const search = api({ run: async () => [] })
