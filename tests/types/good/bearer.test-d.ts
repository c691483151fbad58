import { createFwServer, type Hooks } from '@fw/runtime/server'

createFwServer({ verifyBearer: () => true, mcpAuth: { verify: async () => null } })
createFwServer({ mcpAuth: { verify: (token) => (token === 'a' ? { subject: 'ann', scopes: ['staff'] } : false) } })
export const verifyBearer: Hooks['verifyBearer'] = async (token) => (token === 'a' ? { clientId: token } : undefined)
