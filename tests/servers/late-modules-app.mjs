/** An app whose modules load during a request and call a function at their top level: `node late-modules-app.mjs`, or the same with Bun. */
import { api, schema, str } from '@fw/runtime'
import { deferApis, importForAll } from '@fw/runtime/compiled'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const seen = []
const audited = []

/** Records its caller. */
const probe = api({
  description: 'Records.',
  input: schema({ from: str() }),
  guard: ({ input, origin, ctx }) => {
    seen.push(`${input.from}: ${origin} ${ctx.userId}`)
    return 'auto'
  },
  run: ({ input }) => input.from,
})

// The late modules call it.
globalThis.probe = probe

/** Returns the import of a module that has not been evaluated before. */
const load = (name) => () => import(`./late-module.mjs?${name}`)

const deferred = deferApis({ late: { hello: {} } }, { late: load('api') }, async () => ({ listed: {} }))

const WAYS = {
  imported: () => importForAll(load('imported')),
  api: () => deferred.late.hello(),
}

const run = api({
  description: 'Imports a module.',
  input: schema({ way: str() }),
  run: async ({ input }) => {
    await WAYS[input.way]()
    // After the import, calls belong to the request again.
    await probe({ from: 'request' })
    return null
  },
})

const read = api({
  description: 'Returns what was recorded, once the listener of the module has been called.',
  run: async () => {
    await globalThis.heard
    return { seen: seen.splice(0), audited: audited.splice(0) }
  },
})

const server = createFwServer({
  apis: { shop: { run, read, probe }, ...deferred },
  routeFiles: [{ filePath: 'page.tsx' }, { filePath: 'endpoint.http.ts' }],
  loadRoute: (file) => load(file)(),
  ctxFor: (request) => ({ userId: request.headers.get('x-user') ?? undefined }),
  onAudit: ({ tool, origin }) => {
    if (tool === 'api.shop.probe') audited.push(origin)
  },
  log: () => undefined,
})
const { url } = await serve(server, { port: 0 })
console.log(`Listening on ${url}`)
