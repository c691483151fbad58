/**
 * An app that returns every kind of `Response` and reads every kind of request body, for tests on all hosts. As a
 * module it exports `createBodiesServer`; as a program (`node bodies-app.mjs '<options as JSON>'`, or the same with
 * Bun) it prints its URL.
 */
import { api, schema, str } from '@fw/runtime'
import { serve } from '@fw/runtime/host'
import { createFwServer } from '@fw/runtime/server'

const encoder = new TextEncoder()
const LONG_BYTES = 3 * 1_048_576

/** Returns a stream whose chunks arrive in separate turns of the event loop. */
function streamOf(...chunks) {
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (next === chunks.length) return controller.close()
      controller.enqueue(encoder.encode(chunks[next]))
      next += 1
    },
  })
}

function longStream() {
  let left = LONG_BYTES
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536).fill(97))
      left -= 65_536
      if (left === 0) controller.close()
    },
  })
}

function formData() {
  const form = new FormData()
  form.set('a', 'b')
  return form
}

/** Name -> a new `Response` of that kind. */
const RESPONSES = {
  text: () => new Response('grüße'),
  'empty text': () => new Response(''),
  nothing: () => new Response(null),
  'no content': () => new Response(null, { status: 204 }),
  html: () => new Response('<p>hi</p>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  json: () => Response.json({ a: 1 }),
  bytes: () => new Response(new Uint8Array([0, 10, 200])),
  blob: () => new Response(new Blob(['a{}'], { type: 'text/css' })),
  params: () => new Response(new URLSearchParams('a=b')),
  form: () => new Response(formData()),
  stream: () => new Response(streamOf('ab', 'cde')),
  'measured stream': () => new Response(streamOf('ab', 'cde'), { headers: { 'content-length': '5' } }),
  'long measured stream': () => new Response(longStream(), { headers: { 'content-length': String(LONG_BYTES) } }),
  failure: () => new Response('not here', { status: 404 }),
  redirect: () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }),
}

/** Name -> a way in which app code reads a request; the result is the number of bytes read. */
const READERS = {
  text: async (request) => (await request.text()).length,
  json: async (request) => JSON.stringify(await request.json()).length,
  bytes: async (request) => (await request.arrayBuffer()).byteLength,
  form: async (request) => [...(await request.formData())].length,
  clone: async (request) => (await request.clone().text()).length,
  async stream(request) {
    let size = 0
    for await (const chunk of request.body ?? []) size += chunk.byteLength
    return size
  },
}

const readBody = async (request) => {
  const [, how] = /^\/read\/(\w+)$/.exec(new URL(request.url).pathname) ?? []
  return how === undefined ? undefined : new Response(`read ${await READERS[how](request)}`)
}

const echo = api({ description: 'Echoes.', input: schema({ text: str() }), run: ({ input }) => input.text })

/** Creates the server. */
export function createBodiesServer(options = {}) {
  const kindIn = (path) => RESPONSES[decodeURIComponent(path.slice(path.indexOf('/', 1) + 1))]
  const routes = Object.fromEntries(
    Object.keys(RESPONSES).map((name) => [`/page/${name.replaceAll(' ', '-')}`, () => RESPONSES[name]()]),
  )
  routes['/memory'] = () => new Response(String(process.memoryUsage().rss))
  routes['/form'] = () => '<form method="post"><input name="text"></form>'
  return createFwServer({
    apis: { shop: { echo } },
    routes,
    production: true,
    title: 'Bodies',
    middleware: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/middleware/')) return kindIn(pathname)?.()
      if (pathname.startsWith('/_fw/api/')) await request.clone().text()
      return readBody(request)
    },
    ...options,
  })
}

if (process.argv[1]?.endsWith('bodies-app.mjs')) {
  const { serve: hosting, ...options } = JSON.parse(process.argv[2] ?? '{}')
  const server = createBodiesServer({ ...options, log: ({ level, msg }) => console.error(`${level}: ${msg}`) })
  const listening = await serve(server, { port: 0, ...hosting })
  console.log(`Listening on ${listening.url}`)
}
