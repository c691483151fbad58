/** The built client's files, as both runtimes serve them. */
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { requestText, sendRaw, statusesOf } from '../../servers/raw-socket.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'

const SCRIPT = 'export const answer = 42\n'.repeat(200)
const LARGE = 'a line of a large text\n'.repeat(20_000)
const PICTURE = Buffer.alloc(4_000)
const YEAR = 'public, max-age=31536000, immutable'
const REVALIDATE = 'public, max-age=0, must-revalidate'

let folder: string
let root: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fw-static-'))
  root = join(folder, 'client')
  for (const name of ['assets', '.well-known', '.git', '_fw/api']) mkdirSync(join(root, name), { recursive: true })
  const files: Record<string, string | Uint8Array> = {
    'assets/app-Ab3dE5fG.js': SCRIPT,
    'assets/app-Ab3dE5fG.js.map': '{}',
    'old.js.MAP': '{}',
    'assets/built-Zz9yX8wV.js': SCRIPT,
    'assets/built-Zz9yX8wV.js.br': brotliCompressSync('made by the build'),
    'assets/stale-Zz9yX8wV.js': SCRIPT,
    'assets/stale-Zz9yX8wV.js.br': brotliCompressSync('of another build'),
    'assets/my-stylesheet.css': 'a{}',
    'assets/photo-20260101.txt': 'a date is not a hash',
    'picture.png': PICTURE,
    'large.txt': LARGE,
    'empty.txt': '',
    'a b.txt': 'spaced',
    stream: 'a file of the app’s own',
    'app.webmanifest': '{}',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'module.wasm': new Uint8Array([0, 97, 115, 109]),
    'photo.avif': 'x',
    'favicon.ico': 'x',
    'data.json.gz': 'an archive of somebody',
    'data.json': '{"a":1}',
    'page.html': '<!doctype html>',
    unknown: 'x',
    'gone.txt': 'x',
    'shrinks.txt': LARGE,
    '.env': 'SECRET=1',
    '.git/config': 'x',
    '_fw/api/shop.me': 'not the framework',
    '.well-known/security.txt': 'Contact: x',
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  const built = {
    hashed: ['assets/app-Ab3dE5fG.js', 'assets/built-Zz9yX8wV.js', 'assets/stale-Zz9yX8wV.js'],
    encoded: ['assets/built-Zz9yX8wV.js.br', 'assets/stale-Zz9yX8wV.js.br'],
  }
  writeFileSync(`${root}.built-files.json`, JSON.stringify(built))
  utimesSync(join(root, 'assets/stale-Zz9yX8wV.js.br'), 1, 1)
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  symlinkSync(join(folder, 'outside.txt'), join(root, 'link.txt'))
  symlinkSync(folder, join(root, 'linked-folder'))
  symlinkSync(join(root, '.env'), join(root, 'settings.txt'))
  symlinkSync(join(root, 'assets/app-Ab3dE5fG.js.map'), join(root, 'sources.json'))
  symlinkSync(join(root, 'page.html'), join(root, 'inside.html'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

describe.each(RUNTIMES)('files of the built client on %s', (_name, program) => {
  let core: CoreServer
  beforeAll(async () => {
    // A quarter of it is less than LARGE: that file stays on the disk.
    core = await startCore(program, { serve: { publicDir: root, publicMemoryBytes: 1_000_000 } })
  })
  afterAll(() => core?.close())

  const send = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request(core.url + path, { method, headers }, async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) })
      })
      sent.once('error', reject).end()
    })

  test('HTP-29 are served before the app, which handles all other paths', async () => {
    expect(String((await send('/stream')).body)).toBe('a file of the app’s own')
    expect((await send('/page.html', {}, 'POST')).status).toBe(405)
    const call = await send('/_fw/api/shop.me', { 'content-type': 'application/json' }, 'GET')
    expect(String(call.body)).toBe('{"ok":true,"result":null}')
    expect((await send('/none.txt')).status).toBe(404)
    expect(String((await send('/a%20b.txt?v=1')).body)).toBe('spaced')
    expect(String((await send('/inside.html')).body)).toBe('<!doctype html>')
  })

  test('CNV-18 dotfiles, source maps, lists of the build and links out of the folder are not there', async () => {
    const hidden = [
      '/.env',
      '/.git/config',
      '/..%2fpublic.built-files.json',
      '/assets/app-Ab3dE5fG.js.map',
      '/old.js.MAP',
      '/link.txt',
      '/settings.txt',
      '/sources.json',
      '/assets',
    ]
    const tricks = [
      '/linked-folder/outside.txt',
      '/..%2foutside.txt',
      '/%2e%2e/outside.txt',
      '/assets/built-Zz9yX8wV.js.br',
    ]
    for (const path of [...hidden, ...tricks]) expect([path, (await send(path)).status]).toEqual([path, 404])
    expect((await send('/.well-known/security.txt')).status).toBe(200)
    expect(String((await send('/data.json.gz')).body)).toBe('an archive of somebody')
  })

  test('have the type that browsers want, and keep to it', async () => {
    const types: Record<string, string> = {
      '/assets/app-Ab3dE5fG.js': 'text/javascript; charset=utf-8',
      '/assets/my-stylesheet.css': 'text/css; charset=utf-8',
      '/page.html': 'text/html; charset=utf-8',
      '/icon.svg': 'image/svg+xml',
      '/app.webmanifest': 'application/manifest+json',
      '/module.wasm': 'application/wasm',
      '/photo.avif': 'image/avif',
      '/favicon.ico': 'image/x-icon',
      '/data.json': 'application/json',
      '/unknown': 'application/octet-stream',
    }
    for (const [path, type] of Object.entries(types)) {
      const { headers } = await send(path)
      expect([path, headers['content-type'], headers['x-content-type-options']]).toEqual([path, type, 'nosniff'])
    }
  })

  test('HTP-32 LIM-07 are immutable for a year when the name carries a hash, and revalidated otherwise', async () => {
    const cached = async (path: string) => (await send(path)).headers['cache-control']
    expect(await cached('/assets/app-Ab3dE5fG.js')).toBe(YEAR)
    for (const path of ['/assets/my-stylesheet.css', '/assets/photo-20260101.txt', '/picture.png'])
      expect([path, await cached(path)]).toEqual([path, REVALIDATE])
  })

  test('HTP-30 are sent as brotli, gzip or plain, as accept-encoding weighs them', async () => {
    const wanted: [accept: string | undefined, coding: string | undefined][] = [
      [undefined, undefined],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['GZIP;q=1.0, br;q=0.5', 'gzip'],
      ['br;q=0, gzip;q=0.001', 'gzip'],
      ['*', 'br'],
      ['*;q=0.5, br;q=0', 'gzip'],
      ['identity, br;q=0.5', undefined],
      ['br;q=0', undefined],
      ['br;q=2, deflate', undefined],
      ['identity;q=0', undefined],
    ]
    for (const [accept, coding] of wanted) {
      const answer = await send('/assets/app-Ab3dE5fG.js', accept === undefined ? {} : { 'accept-encoding': accept })
      expect([accept, answer.headers['content-encoding']]).toEqual([accept, coding])
      expect([answer.headers.vary, answer.headers['content-length']]).toEqual([
        'accept-encoding',
        `${answer.body.length}`,
      ])
      const plain =
        coding === 'br' ? brotliDecompressSync(answer.body) : coding === 'gzip' ? gunzipSync(answer.body) : answer.body
      expect(String(plain)).toBe(SCRIPT)
    }
    for (const path of ['/picture.png', '/photo.avif', '/empty.txt', '/data.json'])
      expect((await send(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined()
    expect((await send('/picture.png', { 'accept-encoding': 'br' })).headers.vary).toBeUndefined()
  })

  test('HTP-31 are compressed once: by the build if it did, and a copy older than its original is ignored', async () => {
    const built = await send('/assets/built-Zz9yX8wV.js', { 'accept-encoding': 'br' })
    expect(String(brotliDecompressSync(built.body))).toBe('made by the build')
    const stale = await send('/assets/stale-Zz9yX8wV.js', { 'accept-encoding': 'br' })
    expect(String(brotliDecompressSync(stale.body))).toBe(SCRIPT)
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => send('/assets/built-Zz9yX8wV.js', { 'accept-encoding': 'gzip' })),
    )
    for (const { body } of asked) expect(String(gunzipSync(body))).toBe(SCRIPT)
    // Files in memory are not read from disk again.
    writeFileSync(join(root, 'assets/built-Zz9yX8wV.js'), 'changed afterwards')
    const again = await send('/assets/built-Zz9yX8wV.js', { 'accept-encoding': 'gzip' })
    writeFileSync(join(root, 'assets/built-Zz9yX8wV.js'), SCRIPT)
    utimesSync(join(root, 'assets/built-Zz9yX8wV.js'), 1, 1)
    expect(String(gunzipSync(again.body))).toBe(SCRIPT)
  })

  test('each coding has its own strong ETag, and a caller that holds it gets 304', async () => {
    const path = '/assets/app-Ab3dE5fG.js'
    const tags = new Map<string, string>()
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers } = await send(path, { 'accept-encoding': coding })
      tags.set(coding, headers.etag ?? '')
      expect(headers.etag).toMatch(/^"[\w-]+"$/)
    }
    expect(new Set(tags.values()).size).toBe(3)
    for (const [coding, etag] of tags)
      for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await send(path, { 'accept-encoding': coding, 'if-none-match': condition })
        expect([condition, answer.status, answer.body.length]).toEqual([condition, 304, 0])
        expect(answer.headers).toMatchObject({ etag, 'cache-control': YEAR, vary: 'accept-encoding' })
        expect(answer.headers['content-encoding']).toBeUndefined()
      }
    const other = await send(path, { 'if-none-match': tags.get('br') ?? '' })
    expect(other.status).toBe(200)
  })

  test('dates count without a tag', async () => {
    const { headers } = await send('/picture.png')
    const modified = headers['last-modified'] ?? ''
    expect(Date.parse(modified)).toBe(Math.floor(statSync(join(root, 'picture.png')).mtimeMs / 1000) * 1000)
    const status = async (conditions: Record<string, string>) => (await send('/picture.png', conditions)).status
    const before = new Date(Date.parse(modified) - 1_000).toUTCString()
    expect(await status({ 'if-modified-since': modified })).toBe(304)
    expect(await status({ 'if-modified-since': before })).toBe(200)
    expect(await status({ 'if-modified-since': 'no date' })).toBe(200)
    expect(await status({ 'if-modified-since': modified, 'if-none-match': '"other"' })).toBe(200)
    expect(await status({ 'if-unmodified-since': before })).toBe(412)
    expect(await status({ 'if-match': '"other"' })).toBe(412)
    expect(await status({ 'if-match': headers.etag ?? '' })).toBe(200)
  })

  test('HEAD has the headers of GET without the body', async () => {
    for (const path of ['/assets/app-Ab3dE5fG.js', '/large.txt', '/empty.txt'])
      for (const coding of ['br', 'identity']) {
        const { date: _get, ...whole } = (await send(path, { 'accept-encoding': coding })).headers
        const head = await send(path, { 'accept-encoding': coding }, 'HEAD')
        const { date: _head, ...headers } = head.headers
        expect([head.status, head.body.length, headers]).toEqual([200, 0, whole])
      }
  })

  test.each([
    ['the disk', '/large.txt', LARGE],
    ['memory', '/assets/app-Ab3dE5fG.js', SCRIPT],
  ])('a range from %s is a part of the plain bytes', async (_from, path, text) => {
    const whole = await send(path)
    const { etag = '' } = whole.headers
    const size = Buffer.byteLength(text)
    expect([whole.headers['accept-ranges'], String(whole.body) === text]).toEqual(['bytes', true])
    const parts: [range: string, start: number, end: number][] = [
      ['bytes=0-9', 0, 10],
      ['bytes=5-', 5, size],
      ['bytes=-7', size - 7, size],
      ['bytes = 3 - 8 ', 3, 9],
      [`bytes=-${size * 2}`, 0, size],
      [`bytes=${size - 1}-${size + 100}`, size - 1, size],
    ]
    for (const [range, start, end] of parts) {
      const answer = await send(path, { range, 'accept-encoding': 'br', 'if-range': etag })
      expect([
        range,
        answer.status,
        answer.headers['content-range'],
        String(answer.body) === text.slice(start, end),
      ]).toEqual([range, 206, `bytes ${start}-${end - 1}/${size}`, true])
      expect([answer.headers['content-encoding'], answer.headers['content-length']]).toEqual([
        undefined,
        `${end - start}`,
      ])
    }
    for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=5-2', 'bytes=-', 'bytes=x']) {
      const answer = await send(path, { range })
      expect([range, answer.status, answer.body.length]).toEqual([range, 200, size])
    }
    // Once took more than a minute.
    const spaces = ' '.repeat(4_000)
    const long = await send(path, { range: `bytes=${spaces}-${spaces}x` })
    expect([long.status, long.body.length]).toEqual([200, size])
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const answer = await send(path, { range })
      expect([range, answer.status, answer.headers['content-range']]).toEqual([range, 416, `bytes */${size}`])
    }
    expect((await send(path, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await send(path, { range: 'bytes=0-9', 'if-range': `W/${etag}` })).status).toBe(200)
    expect((await send(path, { range: 'bytes=0-9', 'if-none-match': etag })).status).toBe(304)
    expect((await send(path, { range: 'bytes=0-9' }, 'HEAD')).status).toBe(200)
  })

  test('a deleted file is missing, and one that became shorter closes the connection instead of mixing responses', async () => {
    const [gone, shrinks] = [join(root, 'gone.txt'), join(root, 'shrinks.txt')]
    rmSync(gone)
    expect((await send('/gone.txt')).status).toBe(404)
    writeFileSync(shrinks, LARGE)
    expect((await send('/shrinks.txt')).body.length).toBe(LARGE.length)
    writeFileSync(shrinks, 'short')
    const last = requestText('GET /page.html', { connection: 'close' })
    const text = await sendRaw(core.port, requestText('GET /shrinks.txt') + last)
    writeFileSync(gone, 'x')
    // Bun looks at the file once more, and so knows the new length.
    if (statusesOf(text).length === 2) expect(text).toMatch(/content-length: 5\r\n/i)
    else expect(statusesOf(text)).toEqual([200])
  })
})
