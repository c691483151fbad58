import { auth } from './auth.ts'

/** The caller of a page, a function or an endpoint. */
export default async function ctxFor(req: Request) {
  const session = await auth.api.getSession({ headers: req.headers })
  return { userId: session?.user.id, userName: session?.user.name, cookie: req.headers.get('cookie') ?? '' }
}
