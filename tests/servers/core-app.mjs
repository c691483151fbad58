/**
 * A small app on the built packages, for tests that need a process: `node core-app.mjs '<options as JSON>'`, or the
 * same with Bun. Prints its URL; SIGTERM drains it, as in `fw start`.
 */
import { existsSync, readdirSync } from 'node:fs'
import { api, int, obj, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer, createSessionStore } from '@fw/runtime/server'

const { serve: hosting, ...options } = JSON.parse(process.argv[2] ?? '{}')
const session = createSessionStore({ secret: 'a secret of the tests, long enough to sign with', secure: false })
const counts = { left: 0, echo: 0, order: 0, started: 0, ended: 0, aborted: 0, streams: 0, cancelled: 0 }

const echo = api({
  description: 'Echoes.',
  input: schema({ text: str(), more: obj({ count: int().optional() }).optional() }),
  run: ({ input }) => {
    counts.echo += 1
    return input.text
  },
})

const order = api({
  description: 'Orders.',
  guard: 'confirm',
  input: schema({ item: str() }),
  run: ({ input }) => {
    counts.order += 1
    return `ordered ${input.item}`
  },
})

const hidden = api({ description: 'Not for agents.', guard: 'forbidden', run: () => 'hidden' })
const secret = api({ description: 'For admins.', scopes: ['admin'], run: () => 'secret' })
const fails = api({
  description: 'Throws.',
  run: () => {
    throw new Error('broken on purpose')
  },
})

const login = api({
  description: 'Signs in.',
  input: schema({ name: str() }),
  run: ({ input, ctx }) => {
    ctx.headers.append('set-cookie', session.issue({ name: input.name }))
    return null
  },
})

const point = api({
  description: 'Takes a pointer.',
  input: schema({ to: str({ format: 'json-pointer' }) }),
  run: ({ input }) => input.to.length,
})

const me = api({ description: 'Who calls.', readonly: true, run: ({ ctx }) => ctx.userId ?? null })

const slow = api({
  description: 'Takes its time.',
  input: schema({ ms: int() }),
  run: async ({ input }) => {
    counts.started += 1
    await new Promise((resolve) => setTimeout(resolve, input.ms))
    counts.ended += 1
    return input.ms
  },
})

/** Running calls and unfreed resources, after a garbage collection if that is available. */
const state = api({
  description: 'Returns open resources.',
  readonly: true,
  run: () => {
    globalThis.gc?.()
    globalThis.Bun?.gc(true)
    const kinds = {}
    for (const kind of process.getActiveResourcesInfo?.() ?? []) kinds[kind] = (kinds[kind] ?? 0) + 1
    const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0)
    const { heapUsed, rss } = process.memoryUsage()
    const files = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0
    return { ...counts, kinds, files, listeners, heapUsed, rss }
  },
})

/** `/stream`: a line every few milliseconds, up to `?lines=` or until the caller disconnects. */
function stream(url) {
  const lines = Number(url.searchParams.get('lines') ?? Number.POSITIVE_INFINITY)
  let sent = 0
  let timer
  counts.streams += 1
  const end = () => {
    clearInterval(timer)
    counts.streams -= 1
  }
  const body = new ReadableStream({
    start(controller) {
      timer = setInterval(() => {
        controller.enqueue(new TextEncoder().encode(`line ${sent}\n`))
        sent += 1
        if (sent < lines) return
        end()
        controller.close()
      }, 10)
    },
    cancel() {
      counts.cancelled += 1
      end()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/plain' } })
}

/** `/wait`: no response until the caller disconnects. */
function wait(request) {
  counts.started += 1
  return new Promise((resolve) => {
    request.signal.addEventListener('abort', () => {
      counts.aborted += 1
      resolve(new Response('too late'))
    })
  })
}

const server = createFwServer({
  apis: { shop: { echo, order, hidden, secret, fails, login, point, me, slow, state } },
  routes: { '/form': () => 'The page of a form.' },
  session,
  approvals: 'open',
  production: true,
  ctxFor: (_request, { session }) => ({ userId: session?.name }),
  middleware: (request) => {
    const url = new URL(request.url)
    if (url.pathname === '/stream') return stream(url)
    if (url.pathname === '/wait') return wait(request)
    return undefined
  },
  log: (message, detail) => console.error(message, detail ?? ''),
  onAudit: ({ code }) => {
    if (code === 'invalid_request') counts.left += 1
  },
  ...options,
})

/** `/from`: the origin of the request, as the pipeline sees it. */
const handle = async (request) => {
  if (request.path !== '/from') return server.handle(request)
  const { address, host, protocol } = request
  return { status: 200, headers: {}, body: JSON.stringify({ address, host, protocol }) }
}

const listening = await serve(Object.create(server, { handle: { value: handle } }), { port: 0, ...hosting })
process.once('SIGTERM', async () => {
  console.log('Stopping.')
  await listening.close()
  process.exit(0)
})
console.log(`Listening on ${listening.url}`)
