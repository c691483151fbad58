import type { EndpointEvent } from '@fw/runtime/h3'
import { addUser } from '../../../data/users.ts'
import { readUser, sendUser } from '../../../read-user.ts'

/** Registers a user. An endpoint, so that no agent gets a password. */
export async function POST(event: EndpointEvent<'/api/users'>) {
  const { username, email, password } = await readUser(event, ['username', 'email', 'password'])
  event.res.status = 201
  return sendUser(addUser({ username, email, password }))
}
