import { api, type Call, type Email, FwError, type Uuid } from '@fw/runtime'
import { addStaff, authenticate, removeStaff } from '../data/staff.ts'
import { toInboxPath } from '../inbox-path.ts'
import session from '../session.ts'

/** Signs a member of staff in. Agents never handle passwords. */
export const signIn = api({
  access: 'public',
  title: 'Sign in',
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<Credentials>): Promise<SignedIn> => {
    await ctx.limit('sign-in')
    await ctx.limit('account', input.email.toLowerCase())
    const colleague = await authenticate(input.email, input.password)
    if (colleague === undefined)
      throw new FwError('unauthenticated', { message: 'The address or the password is wrong.' })
    const { id, name } = colleague
    ctx.headers.append('set-cookie', session.issue({ userId: id, name, scopes: ['staff'] }))
    return { next: toInboxPath(input.next) }
  },
  leadsTo: ({ result }) => result.next,
})

/** Signs out of this browser. */
export const signOut = api({
  access: 'public',
  title: 'Sign out',
  guard: 'forbidden',
  run: async ({ ctx }: Call): Promise<{ signedOut: true }> => {
    ctx.headers.append('set-cookie', session.clear())
    return { signedOut: true }
  },
  leadsTo: () => '/sign-in',
})

/** Creates the account of a colleague. */
export const add = api({
  title: 'Add a colleague',
  guard: 'forbidden',
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<NewAccount>): Promise<{ id: string }> => {
    const { id } = await addStaff(input)
    return { id }
  },
})

/** Removes the account of a colleague, and ends its sessions. */
export const remove = api({
  title: 'Remove a colleague',
  guard: 'forbidden',
  access: { scopes: ['staff'] },
  run: async ({ input, ctx }: Call<{ id: Uuid }>): Promise<{ removed: true }> => {
    if (input.id === ctx.userId) throw new FwError('invalid_input', { message: 'You cannot remove your own account.' })
    removeStaff(input.id)
    return { removed: true }
  },
})

interface Credentials {
  /** @message Enter your address, such as name@example.com */
  email: Email
  /**
   * @minLength 1
   * @maxLength 200
   * @message Enter your password
   */
  password: string
  /**
   * Path of the page to open.
   * @maxLength 200
   */
  next?: string
}

interface SignedIn {
  /** Path of the page that opens. */
  next: string
}

interface NewAccount {
  /**
   * @minLength 1
   * @maxLength 60
   */
  name: string
  email: Email
  /**
   * @minLength 12
   * @maxLength 200
   * @message Choose a password of at least 12 characters
   */
  password: string
}
