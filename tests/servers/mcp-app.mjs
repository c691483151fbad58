/** An app on the built packages whose pages and resources change: `node mcp-app.mjs <data>`. Prints its URL. */
import { api, cached, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const stock = new Map()
const readStock = cached(async (id) => stock.get(id) ?? 0, { ttl: 600, tags: (id) => [`stock-${id}`] })
const sell = api({
  description: 'Sells.',
  input: schema({ id: str() }),
  invalidates: ['stock-[id]'],
  run: ({ input }) => {
    stock.set(input.id, (stock.get(input.id) ?? 0) + 1)
    return stock.get(input.id)
  },
})
const list = api({
  description: 'Lists.',
  readonly: true,
  tags: ['list'],
  run: () => 'list',
})
/** Reads of `busy://` at the same time. */
let busy = 0
let busiest = 0
const takeBusiest = api({
  description: 'Returns the largest number of reads at the same time, and begins anew.',
  run: () => {
    const found = busiest
    busiest = 0
    return found
  },
})
const change = api({ description: 'Changes the list.', invalidates: ['list'], run: () => 'changed' })

const server = createFwServer({
  data: process.argv[2],
  sharesData: process.argv[2] !== 'memory',
  log: () => undefined,
  apis: { shop: { sell, list, change, takeBusiest } },
  ctxFor: (req) => ({ userId: req.headers.get('x-user') ?? undefined }),
  routeFiles: [{ filePath: 'index.tsx' }, { filePath: 'about.tsx' }],
  loadRoute: async (file) =>
    file.endsWith('about.tsx')
      ? { default: () => '<h1>About</h1>', cache: { scope: 'private', maxAge: 0, tags: ['list'] } }
      : { default: () => '<h1>Home</h1>' },
  mcp: {
    resources: [
      { uri: 'stock://{id}', name: 'stock', read: async ({ params: { id } }) => String(await readStock(id)) },
      {
        uri: 'busy://{id}',
        name: 'busy',
        async read() {
          busiest = Math.max(busiest, ++busy)
          await new Promise((resolve) => setTimeout(resolve, 1))
          busy--
          return list()
        },
      },
      { uri: 'shop://list', name: 'list', read: () => list() },
      {
        uri: 'shop://mine',
        name: 'mine',
        read: ({ ctx }) => (ctx.userId === undefined ? undefined : readStock('mine').then(String)),
      },
    ],
  },
})
const listening = await serve(server, { port: 0 })
console.log(`Listening on ${listening.url}`)
process.on('SIGTERM', () => listening.close())
