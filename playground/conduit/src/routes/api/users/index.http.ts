import { FwError } from '@fw/runtime'
import type { EndpointEvent } from '@fw/runtime/h3'
import { addUser } from '../../../data/users.ts'
import { readUser, sendUser } from '../../../read-user.ts'

/** Registers a user. An endpoint, so that no agent gets a password. */
export async function POST(event: EndpointEvent<'/api/users'>) {
  const { username, email, password } = await readUser(event, ['username', 'email', 'password'])
  if (password.length < 8)
    throw new FwError('invalid_input', {
      issues: [{ path: 'user.password', message: 'must have at least 8 characters' }],
    })
  event.res.status = 201
  return sendUser(await addUser({ username, email, password }))
}
