/** The origin of a GET that a browser sends: markup of a page may have caused it. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { EndpointEvent } from '../../../runtime/src/h3.ts'
import { api } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { Html } from '../../../runtime/src/solid/render/html.ts'

type Headers = Readonly<Record<string, string>>

const ran: string[] = []
beforeEach(() => {
  ran.length = 0
})

const options = { description: 'x', readonly: true } as const
const pay = api({ ...options, guard: 'confirm', http: 'GET /costly', run: () => ran.push('pay') })
const wipe = api({ ...options, guard: 'forbidden', http: 'GET /secret', run: () => ran.push('wipe') })
const wrap = api({ ...options, http: 'GET /wrap', run: () => wipe({}) })
const list = api({ ...options, http: 'GET /list', run: () => [] })

const modules: Readonly<Record<string, object>> = {
  'who.http.ts': { default: ({ context }: EndpointEvent) => context.fw.origin },
  'paying.tsx': { default: async () => new Html(`<p>${await pay({})}</p>`), meta: { title: 'Paying' } },
}
const server = createFwServer({
  apis: { desk: { pay, wipe, wrap, list } },
  log: () => undefined,
  routeFiles: Object.keys(modules).map((filePath) => ({ filePath })),
  loadRoute: async (filePath) => modules[filePath] as never, // the modules above
})
// Not over a socket: Node's own fetch replaces the metadata.
const send = (path: string, headers: Headers, method = 'GET') =>
  server.fetch(new Request(`http://localhost${path}`, { method, headers: { accept: '*/*', ...headers } }))

const PRELOAD = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' }
/** That of `fetch`, and of `<link rel="preload" as="fetch" crossorigin>`. */
const FETCHED = { ...PRELOAD, 'sec-fetch-mode': 'cors' }
const IMAGE = { ...PRELOAD, 'sec-fetch-dest': 'image' }
/** Without TLS, a server of another machine receives no metadata. */
const BARE = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0' }
const HUMAN = { 'x-fw-origin': 'human' }

describe.each([
  ['a preload', PRELOAD],
  ['a fetch, or a preload with crossorigin', FETCHED],
  ['an image', IMAGE],
  ['a request without metadata', BARE],
] as const)('%s', (_name, headers: Headers) => {
  test('has human origin at an endpoint only with a header that markup cannot send', async () => {
    const read = async (more: Headers) => (await send('/who', { ...headers, ...more })).text()
    expect(await read({})).toBe('agent')
    for (const value of ['human', 'Human', 'human, human'])
      expect([value, await read({ 'x-fw-origin': value })]).toEqual([value, 'human'])
    for (const value of ['agent', 'human, agent', 'human;q=1', ''])
      expect([value, await read({ 'x-fw-origin': value })]).toEqual([value, 'agent'])
    // `EventSource` can't send headers of its own.
    expect(await read({ accept: 'text/event-stream' })).toBe('human')
  })

  test('runs a guarded api only with it', async () => {
    const paths = ['/secret', '/costly', '/wrap', '/list', '/_fw/api/desk.wipe', '/_fw/api/desk.pay']
    const listStatuses = (more: Headers) =>
      Promise.all(paths.map(async (path) => (await send(path, { ...headers, ...more })).status))
    expect(await listStatuses({})).toEqual([403, 202, 403, 200, 403, 200])
    expect(ran).toEqual([])
    expect(await listStatuses(HUMAN)).toEqual([200, 200, 200, 200, 200, 200])
    expect(ran.toSorted()).toEqual(['pay', 'pay', 'wipe', 'wipe', 'wipe'])
  })

  test.each(['/paying', '/paying.md', '/_fw/manifest?path=/paying'])('runs nothing by %s without it', async (path) => {
    await send(path, headers)
    expect(ran).toEqual([])
    await send(path, { ...headers, ...HUMAN })
    // A person never opens an image as a page.
    expect(ran).toEqual(headers === IMAGE && !path.startsWith('/_fw') ? [] : ['pay'])
  })
})

const HTML = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const OPENED = { ...PRELOAD, ...HTML, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

test.each<[string, Headers]>([
  ['a page that a browser opens', OPENED],
  ['a page in a frame', { ...OPENED, 'sec-fetch-dest': 'iframe' }],
  ['a page that a service worker passes on', { ...OPENED, 'sec-fetch-dest': 'empty' }],
  ['a page that is prefetched', { ...PRELOAD, ...HTML, 'sec-purpose': 'prefetch' }],
  ['a page without metadata', { ...BARE, ...HTML }],
  ['a page that the navigation shows', { ...FETCHED, accept: 'text/html', 'x-fw-navigation': '1' }],
  ['the newer version of a live page', { ...FETCHED, 'x-fw-live': 'page' }],
  ['a page that a program requests', { 'user-agent': 'curl/8.9.1' }],
])('%s is rendered for its user', async (_name, headers) => {
  await send('/paying', headers)
  expect(ran).toEqual(['pay'])
})

test('requests of programs, and those that change something, have human origin without the header', async () => {
  // The `fetch` of Node sends the mode only.
  for (const headers of [
    { 'user-agent': 'curl/8.9.1' },
    { 'user-agent': 'node', 'sec-fetch-mode': 'cors' },
  ] as Headers[])
    expect([headers, await (await send('/who', headers)).text()]).toEqual([headers, 'human'])
  expect(await (await send('/who', FETCHED, 'POST')).text()).toBe('human')
  expect(await (await send('/who', { ...FETCHED, 'sec-fetch-mode': 'no-cors' }, 'POST')).text()).toBe('agent')
  expect(await (await send('/who', { ...FETCHED, 'sec-fetch-dest': 'report' }, 'POST')).text()).toBe('agent')
})
