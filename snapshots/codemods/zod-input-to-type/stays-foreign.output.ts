import { z } from 'zod'
import { api } from './their-api.ts'

export const other = api({ input: z.object({ id: z.string() }), run: async ({ input }) => input.id })
