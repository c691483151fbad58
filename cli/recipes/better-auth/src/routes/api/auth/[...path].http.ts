import type { EndpointEvent } from '@fw/runtime/h3'
import { auth } from '../../../auth.ts'

/** The endpoints of Better Auth: callbacks of social providers, links in e-mails, and its client library. */
export default (event: EndpointEvent<'/api/auth/[...path]'>) => auth.handler(event.req)
