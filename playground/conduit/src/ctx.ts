import { FwError } from '@fw/runtime'
import { findUser, type User } from './data/users.ts'
import { readToken } from './token.ts'

/** The caller, by the header `Authorization: Token …`. */
export default async function ctxFor(req: Request): Promise<{ user: User | undefined; userId: string | undefined }> {
  const [, token] = /^(?:Token|Bearer) (\S+)$/i.exec(req.headers.get('authorization') ?? '') ?? []
  if (token === undefined) return { user: undefined, userId: undefined }
  const id = await readToken(token)
  const user = id === undefined ? undefined : findUser(id)
  if (user === undefined) throw new FwError('unauthenticated', { message: 'The token is not valid. Sign in again.' })
  return { user, userId: String(user.id) }
}
