import { api, schema, str } from '@fw/runtime'

/** The sessions of the app: a cookie of its own. */
const write = (user: string) => `user=${user}; Path=/; HttpOnly${user === '' ? '; Max-Age=0' : ''}`

export const signIn = api({
  description: 'Signs a user in, who stays on the page.',
  access: 'public',
  input: schema({ user: str() }),
  run: ({ input, ctx }) => ctx.headers.append('set-cookie', write(input.user)),
})

export const signInAway = api({
  description: 'Signs a user in, and leads to another page.',
  access: 'public',
  input: schema({ user: str() }),
  leadsTo: () => '/account',
  run: ({ input, ctx }) => ctx.headers.append('set-cookie', write(input.user)),
})

export const signOut = api({
  description: 'Signs the user out.',
  access: 'public',
  input: schema({}),
  run: ({ ctx }) => ctx.headers.append('set-cookie', write('')),
})
