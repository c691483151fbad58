import { api, type Call } from '@fw/runtime'
import session from '../session.ts'

/** Sign in as somebody. This example asks for no password. */
export const signIn = api({
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<{ name: Name }>): Promise<{ name: string }> => {
    ctx.headers.append('set-cookie', session.issue({ name: input.name }))
    return { name: input.name }
  },
})

/** Sign out of this browser. */
export const signOut = api({
  guard: 'forbidden',
  run: async ({ ctx }: Call): Promise<{ signedOut: true }> => {
    ctx.headers.append('set-cookie', session.clear())
    return { signedOut: true }
  },
})

/**
 * @minLength 1
 * @maxLength 40
 */
type Name = string
