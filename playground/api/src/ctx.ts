import { FwError } from '@fw/runtime'
import { rateLimit } from '@fw/runtime/server'
import { findKey } from './api-keys.ts'

const perKey = rateLimit({ name: 'key', limit: 120, windowMs: 60_000 })

/** The calling program, by its header `Authorization: Bearer <key>`. Without a key, a caller has no scopes. */
export default async function ctxFor(request: Request): Promise<{ userId: string | undefined; scopes: string[] }> {
  const key = readKey(request)
  if (key === undefined) return { userId: undefined, scopes: [] }
  const known = findKey(key)
  if (known === undefined) throw new FwError('unauthenticated', { message: 'The API key is not valid.' })
  await perKey.check(request, { subject: known.name })
  return { userId: known.name, scopes: known.scopes }
}

function readKey(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
