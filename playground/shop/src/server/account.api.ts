import { api, type Call, type Email, FwError } from '@fw/runtime'
import { localPath } from '../local-path.ts'
import session from '../session.ts'
import { adoptCart } from './cart.ts'
import { database } from './database.ts'
import { reportChange } from './own-cart.ts'
import { authenticate } from './user.ts'

/** Sign in with an address and a password. Brings the guest's cart along. Agents never handle passwords. */
export const login = api({
  title: 'Sign in',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<Credentials>): Promise<Account> => {
    const user = await authenticate(database(), input.email, input.password)
    if (user === undefined)
      throw new FwError('unauthenticated', { message: 'This address and password do not belong together.' })
    const cartId = adoptCart(database(), user.id, ctx.cartId)
    await reportChange(cartId)
    const scopes = [...user.scopes]
    ctx.headers.append('set-cookie', session.issue({ cartId, userId: user.id, name: user.name, scopes }))
    return { name: user.name, scopes }
  },
  leadsTo: ({ ctx }) => localPath(ctx.query.get('next')),
})

/** Sign out of this browser. */
export const logout = api({
  title: 'Sign out',
  guard: 'forbidden',
  run: async ({ ctx }: Call): Promise<SignedOut> => {
    ctx.headers.append('set-cookie', session.clear())
    return { signedOut: true }
  },
  leadsTo: () => '/',
})

/** Who the caller is signed in as, and what they may do. */
export const me = api({
  title: 'Who am I',
  readonly: true,
  run: async ({ ctx }: Call): Promise<Account> => ({ name: ctx.userName ?? null, scopes: [...ctx.scopes] }),
})

export interface Credentials {
  email: Email
  /**
   * @minLength 1
   * @maxLength 200
   */
  password: string
}

export interface Account {
  /** Null for a guest. */
  name: string | null
  scopes: string[]
}

export interface SignedOut {
  signedOut: true
}
