import { api, type Call, type Email, FwError } from '@fw/runtime'
import { APIError } from 'better-auth/api'
import { auth } from '../auth.ts'

interface Credentials {
  email: Email
  /**
   * @minLength 8
   * @maxLength 128
   */
  password: string
}

interface NewAccount extends Credentials {
  /**
   * @minLength 1
   * @maxLength 80
   */
  name: string
}

/** Creates an account and signs the user in. */
export const signUp = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<NewAccount>) => {
    await ctx.countAttempt()
    const { headers, response } = await auth.api.signUpEmail({ body: input, returnHeaders: true }).catch(rethrow)
    sendCookies(headers, ctx.headers)
    return { userId: response.user.id }
  },
  leadsTo: () => '/',
})

/** Signs the user in. */
export const signIn = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<Credentials>) => {
    await ctx.countAttempt()
    const { headers, response } = await auth.api.signInEmail({ body: input, returnHeaders: true }).catch(rethrow)
    sendCookies(headers, ctx.headers)
    return { userId: response.user.id }
  },
  leadsTo: () => '/',
})

/** Signs the user out, in this browser. */
export const signOut = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ ctx }: Call) => {
    const { headers } = await auth.api.signOut({ headers: new Headers({ cookie: ctx.cookie }), returnHeaders: true })
    sendCookies(headers, ctx.headers)
    return { signedOut: true }
  },
  leadsTo: () => '/sign-in',
})

function sendCookies(from: Headers, to: Headers): void {
  for (const cookie of from.getSetCookie()) to.append('set-cookie', cookie)
}

/** Errors of Better Auth, such as a wrong password, are shown in the form. */
function rethrow(error: unknown): never {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error
  throw new FwError('invalid_input', { message: error.message, issues: [{ path: 'email', message: error.message }] })
}
