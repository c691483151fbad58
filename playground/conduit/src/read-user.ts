import { FwError } from '@fw/runtime'
import { type H3Event, readBody } from 'h3'
import type { User } from './data/users.ts'
import { createToken } from './token.ts'

type Field = 'username' | 'email' | 'password'

/** Reads `{ user: { … } }`. Throws `invalid_input` with the missing fields. */
export async function readUser<Name extends Field>(
  event: H3Event,
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  const { user } = ((await readBody<{ user?: unknown }>(event)) ?? {}) as { readonly user?: unknown }
  const given = Object(user) as Readonly<Record<string, unknown>> // an object, whatever was sent
  const issues = names
    .filter((name) => typeof given[name] !== 'string' || given[name].trim() === '')
    .map((name) => ({ path: `user.${name}`, message: 'must be a text' }))
  if (names.some((name) => name === 'email') && issues.length === 0 && !String(given.email).includes('@'))
    issues.push({ path: 'user.email', message: 'must be an e-mail address' })
  if (issues.length > 0) throw new FwError('invalid_input', { issues })
  return Object.fromEntries(names.map((name) => [name, String(given[name])])) as Record<Name, string>
}

/** Returns the response with a new token. */
export async function sendUser({ id, email, username, bio, image }: User) {
  return { user: { email, token: await createToken(id), username, bio, image } }
}
