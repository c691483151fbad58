import type { ShopSession } from './session.ts'

/** The caller, and the requested URL. Everything here is read from the signed cookie or the URL. */
export default function ctxFor(req: Request, { session }: { session?: ShopSession }) {
  const url = new URL(req.url)
  return {
    userId: session?.userId,
    userName: session?.name,
    scopes: session?.scopes ?? [],
    cartId: session?.cartId,
    path: url.pathname,
    query: url.searchParams,
  }
}
