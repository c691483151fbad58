import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../runtime/src/contract/api.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { describeTransports, toAnswer } from '../transports.ts'

const echo = api({ description: 'Echoes.', input: schema({ text: str() }), run: ({ input }) => input.text.length })
const ping = api({ description: 'Returns "pong".', readonly: true, run: () => 'pong' })
const apis = { shop: { echo } }
const JSON_TYPE = { 'content-type': 'application/json' }

describeTransports('cross-site', (start) => {
  test('Sec-Fetch-Site decides: same-origin and none pass, every other value is 403', async () => {
    const { call } = await start({ apis })
    for (const site of ['same-origin', 'none'])
      expect((await call('shop.echo', { text: 'a' }, { 'sec-fetch-site': site })).status).toBe(200)
    for (const site of ['cross-site', 'same-site', 'whatever', ''])
      expect((await call('shop.echo', { text: 'a' }, { 'sec-fetch-site': site })).body.code).toBe('cross_site_denied')
  })

  test('AUT-04 without it Origin must be Host; a program that sends neither passes, and no caller needs a token', async () => {
    const client = await start({ apis })
    const host = new URL(client.url).host
    const send = (headers: Record<string, string>) => client.call('shop.echo', { text: 'a' }, { host, ...headers })
    expect((await send({})).status).toBe(200)
    expect((await send({ origin: client.url })).status).toBe(200)
    for (const origin of ['https://evil.example', 'null', `${client.url}.evil.example`, `${client.url}1`])
      expect((await send({ origin })).status).toBe(403)
  })

  test('forwarding headers do not count, and nothing under /_fw/ grants CORS', async () => {
    const client = await start({ apis })
    const answer = await client.call(
      'shop.echo',
      { text: 'a' },
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    )
    expect(answer.status).toBe(403)
    const preflight = await client.request('/_fw/api/shop.echo', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    expect(preflight.status).toBe(405)
    for (const [name] of preflight.headers) expect(name).not.toMatch(/^access-control/)
  })

  test('HTP-02 AUT-05 a cross-site post is refused before its body is read or a handler runs, on every path below /_fw/', async () => {
    let ran = 0
    const counting = api({ description: 'Counts.', run: () => ran++ })
    const ctxFor = () => ({ seen: ran++ })
    const { request } = await start({ apis: { shop: { ...apis.shop, counting } }, ctxFor })
    for (const path of [
      '/_fw/api/shop.echo',
      '/_fw/api/shop.counting',
      '/_fw/approve',
      '/_fw/reject',
      '/_fw/mcp',
      '/_fw/none',
    ]) {
      const init = {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' },
        body: '{',
      }
      expect((await request(path, init)).status).toBe(403)
    }
    expect(ran).toBe(0)
  })
})

describeTransports('bodies', (start) => {
  test('one byte over the limit is 413, also without a declared length', async () => {
    const { request } = await start({ apis, maxBodyBytes: 100 })
    const body = (length: number) => JSON.stringify({ text: 'a'.repeat(length - 11) })
    const send = (text: string) => request('/_fw/api/shop.echo', { method: 'POST', headers: JSON_TYPE, body: text })
    expect((await send(body(100))).status).toBe(200)
    expect((await toAnswer(await send(body(101)))).body.code).toBe('payload_too_large')
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 20; part++) controller.enqueue(new TextEncoder().encode(' '.repeat(10)))
        controller.close()
      },
    })
    const init = { method: 'POST', headers: JSON_TYPE, body: stream, duplex: 'half' } as RequestInit
    expect((await request('/_fw/api/shop.echo', init)).status).toBe(413)
  })

  test('forms, plain text and encoded bodies are 415', async () => {
    const { request } = await start({ apis })
    for (const headers of [
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/plain' },
      { ...JSON_TYPE, 'content-encoding': 'gzip' },
      { ...JSON_TYPE, 'content-encoding': 'br, identity' },
      { 'content-type': '' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'application/json, text/plain' },
    ]) {
      const answer = await toAnswer(
        await request('/_fw/api/shop.echo', { method: 'POST', headers, body: '{"text":"a"}' }),
      )
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
    }
    for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.shop+json']) {
      const init = { method: 'POST', headers: { 'content-type': type }, body: '{"text":"a"}' }
      expect((await request('/_fw/api/shop.echo', init)).status).toBe(200)
    }
  })

  test('a body without a type is 415; an empty body needs no type', async () => {
    const { request } = await start({ apis: { shop: { ...apis.shop, ping } } })
    const send = (body: BodyInit | null) => request('/_fw/api/shop.ping', { method: 'POST', body })
    // A request with bytes gets no default type from `Request`, unlike one with a string.
    expect((await send(new TextEncoder().encode('{}'))).status).toBe(415)
    expect((await send(null)).status).toBe(200)
    expect((await send(new Uint8Array())).status).toBe(200)
  })

  test('text that is not JSON, or not UTF-8, is 400 invalid_json', async () => {
    const { request } = await start({ apis })
    for (const body of ['{', 'null x', "{'text':1}", '\ufeff{"text":"a"}', new Uint8Array([123, 34, 255, 34, 125])]) {
      const answer = await toAnswer(await request('/_fw/api/shop.echo', { method: 'POST', headers: JSON_TYPE, body }))
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
    }
  })

  test('more than 100 levels are 400 before anything walks them; brackets in strings do not count', async () => {
    const { request } = await start({ apis })
    const send = async (body: string) =>
      toAnswer(await request('/_fw/api/shop.echo', { method: 'POST', headers: JSON_TYPE, body }))
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect((await send(nested(100))).body.code).toBe('invalid_input')
    for (const body of [nested(101), nested(400_000), `${'{"text":'.repeat(101)}1${'}'.repeat(101)}`])
      expect((await send(body)).body.code).toBe('invalid_json')
    expect((await send(JSON.stringify({ text: `"\\${'[{'.repeat(300)}` }))).status).toBe(200)
    expect((await send(`{"text":"a","x":[${'[],'.repeat(300)}[]]}`)).body.code).toBe('invalid_input')
  })

  test('the same holds for ?input= of a readonly api', async () => {
    const { request } = await start({ apis: { shop: { ping } } })
    const send = async (input: string) =>
      toAnswer(await request(`/_fw/api/shop.ping?input=${encodeURIComponent(input)}`))
    expect((await send('{}')).status).toBe(200)
    expect((await send('[]')).body.code).toBe('invalid_input')
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    for (const input of ['{', '{"a":1}}', nested(101), nested(2000)])
      expect([input.length, (await send(input)).body.code]).toEqual([input.length, 'invalid_json'])
    expect((await send('{"__proto__":{"x":1}}')).body.code).toBe('invalid_input')
  })
})

describeTransports('paths', (start) => {
  test('middleware sees the path that is routed, however it was written', async () => {
    const seen: string[] = []
    const { request } = await start({
      apis,
      middleware: (req) => {
        const { pathname } = new URL(req.url)
        seen.push(pathname)
        return pathname.startsWith('/admin')
          ? new Response('no', { status: 403, headers: { 'x-by': 'middleware' } })
          : undefined
      },
    })
    for (const path of ['/admin', '/%61dmin', '/ad%6Din?x=1']) {
      const answer = await request(path)
      expect([answer.status, answer.headers.get('x-by'), await answer.text()]).toEqual([403, 'middleware', 'no'])
    }
    expect(seen).toEqual(['/admin', '/admin', '/admin'])
    const api = await request('/_f%77/api/shop%2Eecho', { method: 'POST', headers: JSON_TYPE, body: '{"text":"ab"}' })
    expect(await api.json()).toEqual({ ok: true, result: 2 })
    expect(seen.at(-1)).toBe('/_fw/api/shop.echo')
  })

  test('a trailing slash is redirected, never to another host', async () => {
    const { request } = await start({ apis })
    const answer = await request('/orders/?page=2')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/orders?page=2'])
    expect((await request('/_fw/nothing')).status).toBe(404)
  })
})

/** Sends bytes over a real socket; resolves with everything received when the server has closed the connection. */
function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('raw bytes', () => {
  test('targets without a canonical form are 404: escapes, dots, double slashes, control bytes', async () => {
    const listening = await serve(createFwServer({ apis }), { port: 0 })
    const targets = [
      '/a//b',
      '//evil.example/',
      '/a/../b',
      '/a/%2e%2e/b',
      '/a/%2E/b',
      '/a%2fb',
      '/a%5cb',
      '/%',
      '/%zz',
      '/%ff',
      '/%00',
      '/a%0ab',
      '/./a',
    ]
    for (const target of targets) {
      const answer = await sendBytes(listening.port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
      expect([target, answer.split('\r\n')[0]]).toEqual([target, 'HTTP/1.1 404 Not Found'])
    }
    await listening.close()
  })

  test('a caller that disconnects mid-body blocks nothing, and the next one is served', async () => {
    const ended: unknown[] = []
    const onAudit = ({ ok, code }: AuditEntry) => void ended.push([ok, code])
    const listening = await serve(createFwServer({ apis, onAudit, log: () => undefined }), { port: 0 })
    const socket = connect(listening.port, '127.0.0.1', () => {
      socket.write(
        'POST /_fw/api/shop.echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"te',
      )
      setTimeout(() => socket.destroy(), 20)
    })
    await new Promise((resolve) => socket.once('close', resolve))
    await expect.poll(() => ended).toEqual([[false, 'invalid_request']])
    const body = '{"text":"abc"}'
    const answer = await sendBytes(
      listening.port,
      `POST /_fw/api/shop.echo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    expect(answer).toContain('{"ok":true,"result":3}')
    await listening.close()
  })

  test('two lengths that contradict each other are 400', async () => {
    const listening = await serve(createFwServer({ apis }), { port: 0 })
    const head = 'POST /_fw/api/shop.echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
    for (const lengths of [
      'content-length: 2\r\ncontent-length: 5\r\n',
      'content-length: 2\r\ntransfer-encoding: chunked\r\n',
    ])
      expect(await sendBytes(listening.port, `${head}${lengths}\r\n{}`)).toMatch(/^HTTP\/1\.1 400/)
    await listening.close()
  })
})
