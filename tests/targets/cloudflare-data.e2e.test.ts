/** What a Worker stores and shares: data in durable objects, sockets, schedules, and the refusals of the build. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openStream, readLive } from '../http/live/live-client.ts'
import { copySources, runFw } from '../playground/built-example.ts'
import { OTHER_ISOLATE, type TestWorkerd } from '../servers/workerd.ts'
import { readWorker, startWorker } from './cloudflare-app.ts'
import { removeBuild } from './target-app.ts'

const STARTER = new URL('../../playground/starter/', import.meta.url)
const SOCKET = `import { defineWebSocket } from '@fw/runtime/server'

export default defineWebSocket({
  path: '/socket',
  open(socket) {
    socket.subscribe('notes')
  },
  message(socket, message) {
    socket.send('echo ' + String(message))
  },
})
`
const SCHEDULES = `import { schedule } from '@fw/runtime'
import { pad } from './notes.ts'

/** Adds a note. */
export const reminder = schedule({
  every: '15m',
  run: async ({ scheduledAt }) => {
    pad.add('reminder ' + scheduledAt.toISOString())
  },
})
`
const PUBLISH = `import { publish } from '@fw/runtime/server'

export async function POST() {
  await publish('notes', 'published')
  return new Response(null, { status: 204 })
}
`

describe('the starter in workerd', () => {
  let folder: string
  let workerd: TestWorkerd
  beforeAll(async () => {
    folder = copySources('starter', {
      'src/server/notes.api.ts': readFileSync(new URL('src/server/notes.api.ts', STARTER), 'utf8')
        .replace('readonly: true,', "readonly: true,\n  tags: ['notes'],")
        .replace(/(add = api\(\{\n {2}access: 'public',)/, "$1\n  invalidates: ['notes'],"),
      'src/ws.ts': SOCKET,
      'src/schedules.ts': SCHEDULES,
      'src/routes/publish.http.ts': PUBLISH,
    })
    await runFw(['build', '--target', 'cloudflare'], folder)
    workerd = await startWorker(folder, {})
  }, 120_000)
  afterAll(async () => {
    await workerd?.close()
    removeBuild(folder)
  })

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(workerd.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  test('keeps a pending call over a crash, and exactly one of many approvals runs it', async () => {
    const parked = await post('/_fw/api/notes.clear', {}, { 'x-fw-origin': 'agent' })
    const id = parked.headers.get('x-fw-proposal')
    expect(id).toMatch(/^[\w-]{24,}$/)
    await workerd.kill()
    await workerd.start()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post('/_fw/approve', { id }, index % 2 === 0 ? {} : OTHER_ISOLATE)),
    )
    const results = await Promise.all(responses.map((response) => response.json()))
    expect(results.filter(({ ok }) => ok)).toEqual([expect.objectContaining({ result: { deleted: 1 } })])
    expect(responses.filter(({ status }) => status === 404)).toHaveLength(19)
  })

  test('opens sockets in an object, which receive what requests elsewhere publish', async () => {
    const open = async () => {
      const socket = new WebSocket(`${workerd.url.replace('http', 'ws')}/socket`)
      const received: string[] = []
      socket.on('message', (data) => received.push(String(data)))
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      return { socket, received }
    }
    const [first, second] = await Promise.all([open(), open()])
    first.socket.send('hello')
    await expect.poll(() => first.received).toEqual(['echo hello'])
    expect((await post('/publish', {})).status).toBe(204)
    await expect.poll(() => [first.received.at(-1), second.received]).toEqual(['published', ['published']])
    const closed = new Promise((resolve) => first.socket.once('close', resolve))
    first.socket.close()
    await closed
    expect((await post('/publish', {}, OTHER_ISOLATE)).status).toBe(204)
    await expect.poll(() => second.received).toEqual(['published', 'published'])
    second.socket.close()
  })

  test('refuses handshakes as every host does', async () => {
    const plain = await fetch(`${workerd.url}/socket`)
    expect([plain.status, (await plain.json()).code]).toEqual([426, 'upgrade_required'])
    const refuse = (path: string, headers: Record<string, string> = {}, version = 13) =>
      new Promise((resolve, reject) => {
        const url = `${workerd.url.replace('http', 'ws')}${path}`
        const socket = new WebSocket(url, { headers, protocolVersion: version })
        socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
        socket.once('open', () => reject(new Error('The socket is open.')))
        socket.on('error', () => undefined)
      })
    expect(await refuse('/')).toBe(404)
    expect(await refuse('/_fw/api/notes.add')).toBe(404)
    expect(await refuse('/socket', { origin: 'https://evil.example' })).toBe(403)
    expect(await refuse('/socket', {}, 8)).toBe(426)
  })

  test('streams changes that requests elsewhere make, also after the first stream has ended', async () => {
    const client = {
      request: (path: string, init?: RequestInit) => fetch(workerd.url + path, init),
      async call(tool: string, input: unknown, headers: Record<string, string>) {
        const response = await post(`/_fw/api/${tool}`, input, headers)
        return { status: response.status, body: await response.json() }
      },
    }
    const { live } = await readLive(client as never, 'notes.search')
    const streams = [await openStream(client as never, [live]), await openStream(client as never, [live])] as const
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'open' })
    await post('/_fw/api/notes.add', { text: 'first' })
    for (const stream of streams) expect(await stream.next()).toMatchObject({ event: 'change' })
    await streams[0].close()
    await post('/_fw/api/notes.add', { text: 'second' }, OTHER_ISOLATE)
    expect(await streams[1].next()).toMatchObject({ event: 'change' })
    await streams[1].close()
  })

  test('runs a due schedule once when the platform calls it, however often', async () => {
    const time = Math.floor(Date.now() / 900_000) * 900_000
    const call = (at: number) => fetch(`${workerd.url}/scheduled?time=${at}`).then((response) => response.json())
    // A schedule that is seen for the first time begins with its next time.
    await call(time + 120_000)
    const next = time + 900_000
    const outcomes = await Promise.all([call(next + 1_000), call(next + 1_000), call(next + 60_000)])
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok'])
    const found = await (await post('/_fw/api/notes.search', { word: 'reminder' })).json()
    expect(found.result.map(({ text }: { text: string }) => text)).toEqual([`reminder ${new Date(next).toISOString()}`])
  })
})

describe('the build for Cloudflare', () => {
  test('writes a Worker of the starter with at most 1.01 MB, and nothing that evaluates code', async () => {
    const folder = copySources('starter')
    const page = readFileSync(new URL('../../docs/guide/cloudflare.md', import.meta.url), 'utf8')
    const commands = [...page.matchAll(/^npx --no-install fw (.+)$/gm)].map(([, args = '']) => args.split(' '))
    expect(commands).toEqual([['build', '--target', 'cloudflare']])
    for (const args of commands) await runFw(args, folder)
    const worker = join(folder, 'dist/cloudflare/worker')
    const files = readdirSync(worker, { recursive: true }).map((name) => join(worker, String(name)))
    const modules = files.filter((file) => file.endsWith('.js'))
    expect(modules.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_010_000)
    for (const file of modules) expect(readFileSync(file, 'utf8')).not.toMatch(/\bnew Function\(|\beval\(/)
    // The platform compiles them at each start, and the others on first use: MCP, A2A, approvals, the agent.
    const eager = listEager(join(worker, 'cloudflare.js'))
    expect(eager.length).toBeLessThan(5)
    expect(eager.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(480_000)
    expect(checksConfig(folder)).toBe(false)
    const config = JSON.parse(readFileSync(join(folder, 'dist/cloudflare/wrangler.json'), 'utf8'))
    expect(config).toMatchObject({
      name: 'fw-playground-starter',
      main: 'worker/cloudflare.js',
      compatibility_flags: ['nodejs_compat'],
      durable_objects: { bindings: [{ name: 'FW_DATA' }, { name: 'FW_STREAMS' }] },
    })
    expect(config).not.toHaveProperty('triggers')
    removeBuild(folder)
  })

  test("takes over the app's own settings, and checks a configuration that reads the environment when it starts", async () => {
    const folder = copySources('starter', {
      'fw.config.ts': `import { defineConfig } from '@fw/runtime'

export default defineConfig({ title: process.env.TITLE ?? 'Notes', access: 'required' })
`,
      'wrangler.jsonc': `{
  // Of the app.
  "name": "notes",
  "routes": ["notes.example/*"],
  "durable_objects": { "bindings": [{ "name": "ROOMS", "class_name": "Room", "script_name": "rooms" }] },
  "vars": { "GREETING": "hello" },
}
`,
      'src/schedules.ts': SCHEDULES,
    })
    await runFw(['build', '--target', 'cloudflare'], folder)
    const config = JSON.parse(readFileSync(join(folder, 'dist/cloudflare/wrangler.json'), 'utf8'))
    expect(config).toMatchObject({
      name: 'notes',
      routes: ['notes.example/*'],
      vars: { GREETING: 'hello', NODE_ENV: 'production' },
      triggers: { crons: ['* * * * *'] },
    })
    expect(config.durable_objects.bindings.map(({ name }: { name: string }) => name)).toEqual([
      'FW_DATA',
      'FW_STREAMS',
      'ROOMS',
    ])
    expect(checksConfig(folder)).toBe(true)
    removeBuild(folder)
  })

  test('refuses what Workers lack, with file and line', async () => {
    const folder = copySources('starter', {
      'src/notes.ts': `import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { execFile } from 'child_process'

export interface Note { id: number; text: string }
export const pad = {
  find: (_word?: string): Note[] => [{ id: 1, text: readFileSync('notes.txt', 'utf8') + String(Database) + String(execFile) }],
  add: (text: string): Note => ({ id: 1, text }),
  clear: () => 0,
}
`,
      'src/schedules.ts': SCHEDULES.replace('15m', '30s'),
      'fw.config.ts': `import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Notes',
  data: 'redis://localhost:6379',
  cache: { store: 'redis://localhost:6379' },
})
`,
    })
    const failure: Error = await runFw(['build', '--target', 'cloudflare'], folder).then(
      () => Promise.reject(new Error('The build succeeded.')),
      (error: Error) => error,
    )
    const found = [...failure.message.matchAll(/^ {2}(\S+:\d+:\d+) (\w+ [^,.]*)/gm)].map(([, at, what]) => [at, what])
    expect(found).toEqual([
      ['fw.config.ts:5:3', 'sets "data"'],
      ['fw.config.ts:6:12', 'sets "cache'],
      ['src/notes.ts:1:31', 'imports "node:fs"'],
      ['src/notes.ts:2:23', 'imports the package "libsql"'],
      ['src/notes.ts:3:27', 'imports "child_process"'],
      ['src/schedules.ts:6:3', 'runs at seconds'],
    ])
    removeBuild(folder)
  })
})

/** Lists the module and all modules that it imports statically. */
function listEager(file: string, found: string[] = []): readonly string[] {
  if (found.includes(file)) return found
  found.push(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g))
    listEager(join(file, '..', path), found)
  return found
}

/** Whether the Worker contains the check of `fw.config.ts`. */
function checksConfig(folder: string): boolean {
  const { worker, modules } = readWorker(folder)
  return modules.some((name) => readFileSync(join(worker, name), 'utf8').includes('must have a default export'))
}
