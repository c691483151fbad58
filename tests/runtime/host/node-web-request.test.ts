import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { NodeFwRequest } from '../../../runtime/src/host/node-request.ts'

const LIMIT = 1_000

/** What `look` finds in the request that these bytes are. */
async function seenIn<Seen>(
  bytes: string | Buffer,
  look: (request: NodeFwRequest) => Seen | Promise<Seen>,
  then?: 'leave',
): Promise<Seen> {
  let found: Promise<Seen> | undefined
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    found = (async () => look(new NodeFwRequest(incoming, outgoing, () => LIMIT)))()
    if (then === 'leave') socket.destroy()
    const end = () => outgoing.setHeader('connection', 'close').end()
    found.then(end, end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await new Promise((resolve) => {
    socket.resume().on('close', resolve).on('error', resolve)
    socket.write(bytes)
  })
  server.close()
  if (found === undefined) throw new Error('The server saw no request.')
  return found
}

function post(body: string, head = 'x-user: ada\r\n'): string {
  return `POST /a/b?c=d HTTP/1.1\r\nhost: Shop.test\r\n${head}content-length: ${body.length}\r\n\r\n${body}`
}

test('is a Request to all code, and to the platform', async () => {
  const seen = await seenIn(post('{"a":1}'), async ({ web }) => {
    const copy = new Request(web, { headers: { 'x-other': 'yes' } })
    return {
      instance: web instanceof Request,
      headers: web.headers instanceof Headers,
      tags: [String(web), String(web.headers)],
      method: web.method,
      url: web.url,
      mode: web.mode,
      clone: 'clone' in web,
      copied: [copy.headers.get('x-other'), copy.headers.get('x-user'), copy.url, await copy.json()],
      used: web.bodyUsed,
    }
  })
  expect(seen).toEqual({
    instance: true,
    headers: true,
    tags: ['[object Request]', '[object Headers]'],
    method: 'POST',
    url: 'http://shop.test/a/b?c=d',
    mode: 'cors',
    clone: true,
    copied: ['yes', null, 'http://shop.test/a/b?c=d', { a: 1 }],
    used: true,
  })
})

test('headers read one by one are those of native Headers', async () => {
  const head =
    'x-user: ada\r\nX-Two: 1\r\nx-two: 2\r\nauthorization: a\r\nAuthorization: b\r\ncookie: a=1\r\ncookie: b=2\r\n'
  const names = ['x-user', 'X-USER', 'x-two', 'authorization', 'cookie', 'host', 'absent', 'constructor', '__proto__']
  const seen = await seenIn(post('', head), ({ web: { headers } }) => {
    const early = names.map((name) => [headers.get(name), headers.has(name)])
    const all = new Headers(headers)
    return { early, native: names.map((name) => [all.get(name), all.has(name)]), names: [...headers.keys()] }
  })
  expect(seen.early).toEqual(seen.native)
  expect(seen.early.map(([value]) => value)).toEqual([
    'ada',
    'ada',
    '1, 2',
    'a, b',
    'a=1; b=2',
    'Shop.test',
    null,
    null,
    null,
  ])
  expect(seen.names).toEqual(['authorization', 'content-length', 'cookie', 'host', 'x-two', 'x-user'])
})

test('a change of the headers is seen by every later reader', async () => {
  const seen = await seenIn(post(''), ({ web }) => {
    web.headers.set('x-user', 'bob')
    web.headers.delete('host')
    return [web.headers.get('x-user'), web.headers.has('host'), web.clone().headers.get('x-user')]
  })
  expect(seen).toEqual(['bob', false, 'bob'])
})

test('a name that no header can have is refused', async () => {
  await expect(seenIn(post(''), ({ web }) => web.headers.get('a b'))).rejects.toThrow(TypeError)
})

test('a request without a host has the URL of this machine', async () => {
  expect(await seenIn('GET /a HTTP/1.0\r\n\r\n', ({ web }) => web.url)).toBe('http://localhost/a')
})

test('a body is read once: by the app, or by the framework', async () => {
  expect(await seenIn(post('text'), ({ web }) => web.text())).toBe('text')
  const both = seenIn(post('text'), async (request) => {
    await request.web.text()
    return request.text()
  })
  await expect(both).rejects.toThrow('read a clone')
  const late = await seenIn(post('text'), async (request) => {
    const text = await request.text()
    const refused = await request.web.text().catch((error: unknown) => error)
    return { text, used: request.web.bodyUsed, refused }
  })
  expect(late).toMatchObject({ text: 'text', used: true, refused: expect.any(TypeError) })
})

test('a clone can be read before the framework reads, and need not be', async () => {
  const read = await seenIn(post('täxt'), async (request) => [await request.web.clone().text(), await request.text()])
  expect(read).toEqual(['t\u00e4x', 't\u00e4x'])
  const unread = await seenIn(post('text'), async (request) => {
    request.web.clone()
    return request.text()
  })
  expect(unread).toBe('text')
})

test('a body that is too large is refused on every way to it', async () => {
  const chunked = `POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n7d0\r\n${'x'.repeat(2_000)}\r\n0\r\n\r\n`
  const tooLarge = { code: 'payload_too_large' }
  await expect(seenIn(chunked, ({ web }) => web.text())).rejects.toMatchObject(tooLarge)
  await expect(seenIn(chunked, (request) => request.text())).rejects.toMatchObject(tooLarge)
  const cloned = seenIn(chunked, async (request) => {
    await request.web
      .clone()
      .text()
      .catch(() => undefined)
    return request.text()
  })
  await expect(cloned).rejects.toMatchObject(tooLarge)
})

test('bytes that are not UTF-8 are refused behind a clone as well', async () => {
  const bytes = Buffer.from('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\n\xe4', 'latin1')
  const refused = seenIn(bytes, async (request) => {
    request.web.clone()
    return request.text()
  })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_json' })
})

test('a caller that leaves mid-body ends the wait of both readers', async () => {
  const partial = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf'
  const left = { code: 'invalid_request' }
  await expect(seenIn(partial, (request) => request.text(), 'leave')).rejects.toMatchObject(left)
  await expect(seenIn(partial, ({ web }) => web.text(), 'leave')).rejects.toMatchObject(left)
})

test('the rest of a partly read body is discarded: its client sends all of it, and receives the response', async () => {
  const ended: Promise<void>[] = []
  const server = createServer(async (incoming, outgoing) => {
    ended.push(new Promise((resolve) => void incoming.once('end', resolve)))
    const { web } = new NodeFwRequest(incoming, outgoing, () => LIMIT)
    const reader = web.body?.getReader()
    await reader?.read()
    // Over the limit it ends by itself.
    await (incoming.url === '/over' ? reader?.read().catch(() => undefined) : reader?.cancel())
    outgoing.end('enough')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // `fetch` stops sending the body once it has its response.
  const agent = new Agent({ keepAlive: true })
  const post = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const sending = request(
        { port, path, method: 'POST', agent },
        (answer) => void text(answer).then(resolve, reject),
      )
      sending.on('error', reject).end(Buffer.alloc(3_000_000))
    })
  for (const path of ['/over', '/left', '/over', '/left', '/over', '/left']) expect(await post(path)).toBe('enough')
  await Promise.all(ended)
  expect(ended).toHaveLength(6)
  agent.destroy()
  server.closeAllConnections()
  server.close()
})
