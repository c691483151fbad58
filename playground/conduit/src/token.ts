import { randomBytes } from 'node:crypto'
import { env } from '@fw/runtime/server'
import { jwtVerify, SignJWT } from 'jose'

const KEY = env.TOKEN_SECRET === undefined ? randomBytes(32) : new TextEncoder().encode(env.TOKEN_SECRET)
const ALGORITHM = 'HS256'

/** Returns a token that is valid for two weeks. */
export function createToken(userId: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setSubject(String(userId))
    .setIssuedAt()
    .setExpirationTime('14d')
    .sign(KEY)
}

/** Returns the user's id; `undefined` for a token that isn't valid. */
export async function readToken(token: string): Promise<number | undefined> {
  try {
    const { payload } = await jwtVerify(token, KEY, { algorithms: [ALGORITHM] })
    return Number(payload.sub)
  } catch {
    return undefined
  }
}
