import { webhookChannel } from '@fw/runtime/channels'

export default webhookChannel({ secret: undefined })
