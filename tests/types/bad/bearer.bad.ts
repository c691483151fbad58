import { createFwServer, type Hooks } from '@fw/runtime/server'

const introspect = async () => ({ active: false })
const claims = () => ({ sub: 'ann', exp: 1 })

createFwServer({ verifyBearer: introspect }) // error TS2322
createFwServer({ mcpAuth: { verify: claims } }) // error TS2322
createFwServer({ mcpAuth: { verify: () => new Response() } }) // error TS2322
export const verifyBearer: Hooks['verifyBearer'] = () => new Error('no') // error TS2322
