import type { CtxFacts } from '@fw/runtime/server'

export default async function ctxFor(req: Request, { session }: CtxFacts) {
  return { userId: session?.userId, path: new URL(req.url).pathname, scopes: session?.scopes ?? [] }
}
