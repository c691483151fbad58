import { api, type Call, type Email } from '@fw/runtime'
import { changeUser, type User } from '../data/users.ts'
import { requireUser } from '../signed-in.ts'
import { createToken } from '../token.ts'

/** The signed-in user with a new token. */
interface Account {
  user: { email: string; token: string; username: string; bio: string | null; image: string | null }
}

interface Changes {
  email?: Email
  /** @minLength 1 */
  username?: string
  /** @minLength 8 */
  password?: string
  bio?: string | null
  image?: string | null
}

/** Reads the account of the signed-in user. */
export const get = api({
  guard: 'forbidden',
  readonly: true,
  http: 'GET /api/user',
  run: ({ ctx }: Call<Record<never, never>>): Promise<Account> => describe(requireUser(ctx)),
})

/** Changes the account of the signed-in user. */
export const change = api({
  guard: 'forbidden',
  http: 'PUT /api/user',
  run: async ({ input, ctx }: Call<{ user: Changes }>): Promise<Account> =>
    describe(await changeUser(requireUser(ctx), input.user)),
})

async function describe({ id, email, username, bio, image }: User): Promise<Account> {
  return { user: { email, token: await createToken(id), username, bio, image } }
}
