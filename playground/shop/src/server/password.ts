/** Password hashes: scrypt with a random salt, as `<salt>.<hash>` in base64url. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, Buffer>(scrypt)
const LENGTH = 32

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, LENGTH)
  return `${salt.toString('base64url')}.${hash.toString('base64url')}`
}

/** Compares in constant time; false for a malformed hash. */
export async function passwordMatches(password: string, stored: string): Promise<boolean> {
  const [salt = '', expected = ''] = stored.split('.')
  const hash = await derive(password, Buffer.from(salt, 'base64url'), LENGTH)
  const wanted = Buffer.from(expected, 'base64url')
  return wanted.length === hash.length && timingSafeEqual(wanted, hash)
}
