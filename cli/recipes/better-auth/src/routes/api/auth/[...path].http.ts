import { FwError } from '@fw/runtime'
import type { EndpointEvent } from '@fw/runtime/h3'
import { auth } from '../../../auth.ts'

/**
 * The endpoints of Better Auth: callbacks of social providers, links in e-mails, and its client library. Agents change no account
 * and no session here, as with the functions of `account.api.ts`.
 */
export default (event: EndpointEvent<'/api/auth/[...path]'>) => {
  if (event.req.method !== 'GET' && event.context.fw.origin === 'agent') throw new FwError('forbidden')
  return auth.handler(event.req)
}
