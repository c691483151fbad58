import { defineAgent } from '@fw/runtime/agent'

export default defineAgent({ instructions: 'Speak like a clerk.', tools: { include: ['api.orders.*'] } })
