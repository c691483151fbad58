import { api, type Call, type Email, redirect } from '@fw/runtime'
import { auth } from '../auth.ts'
import { toLocalPath } from '../local-path.ts'
import { callAuth } from './call-auth.ts'

/** Create an account. The address has to be confirmed before the first sign-in. */
export const signUp = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<NewAccount>): Promise<Requested> => {
    const { name, email, password, next } = input
    const callbackURL = toLocalPath(next)
    await callAuth(ctx, (options) => auth.api.signUpEmail({ ...options, body: { name, email, password, callbackURL } }))
    return { requested: true }
  },
  leadsTo: () => '/check-mail',
})

/** Sign in with an address and a password. Agents never handle passwords. */
export const signIn = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<Credentials>): Promise<Requested> => {
    const { email, password, next } = input
    const callbackURL = toLocalPath(next)
    await callAuth(ctx, (options) => auth.api.signInEmail({ ...options, body: { email, password, callbackURL } }))
    return { requested: true }
  },
  leadsTo: ({ input }) => toLocalPath(input.next),
})

/** Sign in with the OpenID Connect provider: redirects to it. */
export const signInWithProvider = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<{ next?: string }>): Promise<Requested> => {
    const body = { provider: 'oidc', callbackURL: toLocalPath(input.next), errorCallbackURL: '/sign-in' }
    const { url } = await callAuth(ctx, (options) => auth.api.signInSocial({ ...options, body }))
    if (url !== undefined) redirect(url, { external: true })
    return { requested: true }
  },
})

/** Sign out of this browser, and end its session. */
export const signOut = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ ctx }: Call): Promise<Requested> => {
    await callAuth(ctx, (options) => auth.api.signOut(options))
    return { requested: true }
  },
  leadsTo: () => '/',
})

/** Send a link for a new password. The result doesn't reveal whether the address has an account. */
export const requestPasswordReset = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<{ email: Email }>): Promise<Requested> => {
    const body = { email: input.email, redirectTo: '/reset-password' }
    await callAuth(ctx, ({ headers, returnHeaders }) => auth.api.requestPasswordReset({ headers, returnHeaders, body }))
    return { requested: true }
  },
  leadsTo: () => '/check-mail',
})

/** Choose a new password with the token of the link. Ends all sessions of the user. */
export const resetPassword = api({
  access: 'public',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<NewPassword>): Promise<Requested> => {
    const { token, newPassword } = input
    await callAuth(ctx, (options) => auth.api.resetPassword({ ...options, body: { token, newPassword } }))
    return { requested: true }
  },
  leadsTo: () => '/sign-in',
})

export interface NewAccount {
  /**
   * @minLength 1
   * @maxLength 80
   */
  name: string
  email: Email
  /**
   * @minLength 10
   * @maxLength 128
   */
  password: string
  /** Path to open after the address is confirmed. */
  next?: string
}

export interface Credentials {
  email: Email
  /**
   * @minLength 1
   * @maxLength 128
   */
  password: string
  /** Path to open after the sign-in. */
  next?: string
}

export interface NewPassword {
  token: string
  /**
   * @minLength 10
   * @maxLength 128
   */
  newPassword: string
}

export interface Requested {
  requested: true
}
