/** An app on the built packages that caches pages and responses: `node cache-app.mjs redis://…`. Prints its URL. */
import { api, cached } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

let renders = 0
let reads = 0
const policy = { scope: 'public', maxAge: 0, sharedMaxAge: 600, tags: ['stock'] }
const read = cached(async () => ++reads, { ttl: 600, tags: ['stock'] })

const server = createFwServer({
  data: process.argv[2],
  trustProxy: true,
  log: () => undefined,
  routeFiles: [{ filePath: 'index.tsx' }],
  loadRoute: async () => ({ cache: policy, default: () => `${process.pid} ${++renders}` }),
  apis: {
    stock: { change: api({ invalidates: ['stock'], run: () => 'changed' }), read: api({ run: () => read() }) },
  },
})

const listening = await serve(server, { port: 0 })
console.log(`Listening on ${listening.url}`)
