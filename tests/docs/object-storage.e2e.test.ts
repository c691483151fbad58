/** The app of `recipes/object-storage.md` with a server that checks the signatures of S3, as a browser uses it. */
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { writeApp } from '../cli/support/written-app.ts'
import { readPages } from './blocks.ts'

const KEY = { id: 'key-id', secret: 'secret of the bucket', region: 'eu-central-1' }
const blocks = readPages().find(({ path }) => path === 'recipes/object-storage.md')?.blocks ?? []
const app = writeApp(Object.fromEntries(blocks.flatMap(({ path, text }) => (path === undefined ? [] : [[path, text]]))))
const stored = new Map<string, Buffer>()
let server: Running

/** Recomputes a signature of version 4, from the header or from the query. */
function isSigned({ method = '', url = '', headers }: IncomingMessage): boolean {
  const { pathname, searchParams: query } = new URL(url, 'http://bucket')
  const [, scope = '', names = '', given = ''] =
    query.get('X-Amz-Signature') === null
      ? (/Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(headers.authorization ?? '') ?? [])
      : [
          '',
          query.get('X-Amz-Credential')?.split('/').slice(1).join('/'),
          query.get('X-Amz-SignedHeaders') ?? '',
          query.get('X-Amz-Signature') ?? '',
        ]
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const signed = names
    .split(';')
    .map((name) => `${name}:${headers[name]}\n`)
    .join('')
  const payload = headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'
  const request = [method, pathname, pairs.sort().join('&'), signed, names, payload].join('\n')
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const time = query.get('X-Amz-Date') ?? headers['x-amz-date']
  const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${KEY.secret}`)
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, hash(request)].join('\n')).toString('hex') === given
}

const bucket = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const path = new URL(request.url ?? '', 'http://bucket').pathname
  if (!isSigned(request)) response.writeHead(403).end()
  else if (request.method === 'PUT') {
    stored.set(path, Buffer.concat(chunks))
    response.end()
  } else {
    const file = stored.get(path)
    response.writeHead(file === undefined ? 404 : 200, { 'content-length': file?.length ?? 0 }).end()
  }
})

beforeAll(async () => {
  await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done))
  const env = {
    S3_BUCKET_URL: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    S3_KEY_ID: KEY.id,
    S3_SECRET: KEY.secret,
    S3_REGION: KEY.region,
  }
  const built = await runFw(app.root, ['build'], env)
  expect(built.code, built.stderr).toBe(0)
  server = await startFw(app.root, ['start', '--port', '0'], env)
}, 120_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  bucket.close()
  app.remove()
})

async function call(name: string, input: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(new URL(`_fw/api/photos.${name}`, server.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  })
  return response.json()
}

test('a signed URL takes the file that it was made for, and no other one', async () => {
  const body = Buffer.from('89504e470d0a1a0a', 'hex')
  const { result } = await call('prepare', { type: 'image/png', bytes: body.length })
  expect(await call('confirm', { key: result.key })).toMatchObject({ ok: false, code: 'not_found' })
  const put = (url: string, type: string, data = body) =>
    fetch(url, { method: 'PUT', body: data, headers: { 'content-type': type } }).then(({ status }) => status)
  expect(await put(result.url, 'image/jpeg')).toBe(403)
  expect(await put(result.url, 'image/png', Buffer.concat([body, body]))).toBe(403)
  expect(await put(result.url.replace('/photos/', '/secrets/'), 'image/png')).toBe(403)
  expect(await put(result.url, 'image/png')).toBe(200)
  expect(await call('confirm', { key: result.key })).toEqual({ ok: true, result: { key: result.key, bytes: 8 } })
})

test('types and sizes that the app does not accept get no URL', async () => {
  expect(await call('prepare', { type: 'text/html', bytes: 8 })).toMatchObject({ ok: false, code: 'invalid_input' })
  expect(await call('prepare', { type: 'image/png', bytes: 20_000_001 })).toMatchObject({ ok: false })
})

test('a key that prepare has not made is not requested', async () => {
  const asked: string[] = []
  const listen = ({ url }: IncomingMessage) => asked.push(url ?? '')
  bucket.on('request', listen)
  const id = crypto.randomUUID()
  for (const key of ['../other-bucket/file', `photos/../${id}`, `photos/${id}?versionId=1`, 'reports/2026.pdf'])
    expect(await call('confirm', { key })).toMatchObject({ ok: false, code: 'invalid_input' })
  bucket.off('request', listen)
  expect(asked).toEqual([])
})
