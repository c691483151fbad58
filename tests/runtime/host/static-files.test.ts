import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, serve } from '../../../runtime/src/host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'

let folder: string
let listening: Listening

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fw-static-'))
  const root = join(folder, 'client')
  mkdirSync(join(root, 'assets'), { recursive: true })
  mkdirSync(join(root, '.well-known'))
  mkdirSync(join(root, '.git'))
  const files: Record<string, string> = {
    'robots.txt': 'User-agent: *',
    'assets/app-Ab3dE5fG.js': 'export {}',
    'assets/app-Ab3dE5fG.js.map': '{}',
    'assets/plain.css': 'a{}',
    '.env': 'SECRET=1',
    '.git/config': 'x',
    '.well-known/security.txt': 'Contact: x',
    'a b.txt': 'spaced',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  writeFileSync(join(folder, 'outside.txt'), 'outside')
  symlinkSync(join(folder, 'outside.txt'), join(root, 'link.txt'))
  listening = await serve(createFwServer(), { port: 0, publicDir: root, drainMs: 100 })
})

afterAll(async () => {
  await listening.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, init?: RequestInit) => fetch(listening.url + path, init)

describe('static files', () => {
  test('are served as they are, with their type, nosniff, and a year only for hashed names', async () => {
    const script = await get('/assets/app-Ab3dE5fG.js')
    expect([script.status, await script.text()]).toEqual([200, 'export {}'])
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('x-content-type-options')).toBe('nosniff')
    expect(script.headers.get('vary')).toBe('accept-encoding')
    expect((await get('/assets/plain.css')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(await (await get('/a%20b.txt')).text()).toBe('spaced')
    expect((await get('/.well-known/security.txt')).status).toBe(200)
  })

  test('dotfiles, source maps and links out of the folder are not there', async () => {
    for (const path of [
      '/.env',
      '/.git/config',
      '/assets/app-Ab3dE5fG.js.map',
      '/link.txt',
      '/assets',
      '/../outside.txt',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test('HEAD has no body, a known ETag is 304, and other methods go to the app', async () => {
    const head = await get('/robots.txt', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '13', ''])
    const etag = head.headers.get('etag') ?? ''
    expect((await get('/robots.txt', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await get('/robots.txt', { method: 'POST' })).status).not.toBe(200)
  })
})

describe('serve', () => {
  test('a port in use is a clear error with its code', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const server = createFwServer()
    await expect(serve(server, { port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`),
    })
    other.close()
  })

  test('close lets a running request end', async () => {
    let release: () => void = () => undefined
    const running = new Promise<void>((resolve) => (release = resolve))
    let arrived: () => void = () => undefined
    const started = new Promise<void>((resolve) => (arrived = resolve))
    const server = createFwServer({
      middleware: async () => {
        arrived()
        await running
        return new Response('whole')
      },
    })
    const slow = await serve(server, { port: 0 })
    const answer = fetch(`${slow.url}/x`)
    await started
    const closed = slow.close()
    // Time enough for a server that does not wait to cut the request off.
    setTimeout(release, 50)
    expect(await (await answer).text()).toBe('whole')
    await closed
    await expect(fetch(`${slow.url}/x`)).rejects.toThrow()
  })
})
