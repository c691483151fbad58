import { webhookChannel } from '@fw/runtime/channels'
import { SECRET } from './_secret.ts'

export default webhookChannel({ secret: SECRET })
