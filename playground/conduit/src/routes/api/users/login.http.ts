import { FwError } from '@fw/runtime'
import type { EndpointEvent } from '@fw/runtime/h3'
import { signIn } from '../../../data/users.ts'
import { readUser, sendUser } from '../../../read-user.ts'

export async function POST(event: EndpointEvent<'/api/users/login'>) {
  const { email, password } = await readUser(event, ['email', 'password'])
  const user = await signIn(email, password)
  if (user === undefined) throw new FwError('unauthenticated', { message: 'The address or the password is wrong.' })
  return sendUser(user)
}
