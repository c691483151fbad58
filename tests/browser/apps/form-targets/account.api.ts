import { api, FwError, schema, str } from '@fw/runtime'

/** What has run. */
export const runs: string[] = []

export const add = api({
  description: 'Adds an item, and shows a message once.',
  input: schema({ to: str() }),
  leadsTo: ({ input }) => input.to,
  run: ({ input, ctx }) => {
    runs.push(`added ${input.to}`)
    ctx.headers.append('set-cookie', 'flash=Saved; Path=/')
    return true
  },
})

export const save = api({
  description: 'Saves a title.',
  input: schema({ title: str() }),
  run: ({ input }) => {
    runs.push(`saved ${input.title}`)
    if (input.title === 'refused') throw new FwError('invalid_input', { message: 'Refused.' })
    return true
  },
})

export const signIn = api({
  description: 'Signs in.',
  input: schema({ user: str(), to: str().optional() }),
  leadsTo: ({ input }) => input.to ?? '/account',
  run: ({ input, ctx }) => {
    ctx.headers.append('set-cookie', `user=${input.user}; Path=/`)
    return true
  },
})

export const signOut = api({
  description: 'Signs out.',
  run: ({ ctx }) => {
    ctx.headers.append('set-cookie', 'user=; Path=/; Max-Age=0')
    return true
  },
})

export const readSecret = api({
  description: 'What only the user may read.',
  readonly: true,
  run: ({ ctx }) => `secret of ${(ctx as { userId?: string }).userId}`,
})
