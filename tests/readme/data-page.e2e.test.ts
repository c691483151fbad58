/**
 * The code of `docs/guide/data.md` as one app: built, type-checked, and served by two processes on one database file.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFwServer } from '../../runtime/src/server.ts'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { startRedis, type TestRedis } from '../servers/redis.ts'
import { checkTypes, createAppFolder, createTsconfig, REPOSITORY } from './page-app.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/data.md'), 'utf8')
const sources = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}))
const shownHeaders = [...(/^```http\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '').matchAll(/^([\w-]+): (.*)$/gm)]
const shownRefusal = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '') as unknown

const API = `import { api } from '@fw/runtime'

/** Pays. */
export const pay = api({ guard: 'confirm', run: async () => 'paid' })

/** Returns a fixed value. */
export const look = api({ run: async () => 'seen' })
`
const { root: app, write, remove } = createAppFolder('data-page')
const running: Running[] = []
let redis: TestRedis

beforeAll(async () => {
  redis = await startRedis()
  write('tsconfig.json', createTsconfig())
  write('src/server/shop.api.ts', API)
  for (const { path, text } of sources) write(path, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
})

afterAll(async () => {
  for (const server of running) await server.stop('SIGTERM')
  await redis.close()
  remove()
})

async function start(data?: string): Promise<Running> {
  const env: Record<string, string> = data === undefined ? {} : { DATA: data }
  const server = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'], env)
  running.push(server)
  return server
}

function post({ url }: Running, path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  return fetch(url + path, { ...init, body: JSON.stringify(body) })
}

const look = (server: Running, user?: string) =>
  post(server, '/_fw/api/shop.look', {}, user === undefined ? {} : { 'x-user': user })

async function park(server: Running, user: string) {
  const response = await post(server, '/_fw/api/shop.pay', {}, { 'x-user': user, 'x-fw-origin': 'agent' })
  const body = (await response.json()) as { result?: { id?: string } }
  return { status: response.status, body, id: body.result?.id }
}

it('shows whole files, which pass the type check together', () => {
  expect(sources.map(({ path }) => path)).toEqual(['fw.config.ts', 'src/middleware.ts', 'src/ctx.ts'])
  expect(checkTypes(app)).toEqual([0, ''])
})

it('two servers share the default file: limits, and proposals that outlive a kill', async () => {
  const [one, two] = [await start(), await start()]
  const statuses = []
  for (const server of [one, two, one, two, one]) statuses.push((await look(server, 'ada')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  const refused = await look(two, 'ada')
  expect(refused.status).toBe(429)
  expect(shownHeaders).toHaveLength(3)
  for (const [, name = '', value = ''] of shownHeaders) {
    // A part of the window may have passed.
    const pattern = new RegExp(`^${value.replace(/60$/, '(60|5\\d)').replaceAll('"', '\\"')}$`)
    expect([name, refused.headers.get(name)]).toEqual([name, expect.stringMatching(pattern)])
  }
  const { id } = await park(one, 'bob')
  await one.stop('SIGKILL')
  const again = await start()
  expect((await post(again, '/_fw/approve', { id }, { 'x-user': 'bob' })).status).toBe(200)
  expect((await post(two, '/_fw/approve', { id }, { 'x-user': 'bob' })).status).toBe(404)
  expect((statSync(join(app, '.fw/data/fw.db')).mode & 0o777).toString(8)).toBe('600')
})

it('the middleware of the page refuses the 101st request of an address', async () => {
  const server = await start('memory')
  const statuses = await Promise.all(Array.from({ length: 101 }, async () => (await look(server)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(100)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

it('Redis that stops: the 503 of the page, without the password in the log, and then it works again', async () => {
  const server = await start(`${redis.url.replace('//', '//default:pa55word@')}?prefix=page:`)
  const { id } = await park(server, 'ada')
  await redis.kill()
  const refused = await park(server, 'ada')
  expect([refused.status, refused.body]).toEqual([503, shownRefusal])
  expect((await look(server)).status).toBe(200)
  await redis.start()
  await expect
    .poll(async () => (await post(server, '/_fw/approve', { id }, { 'x-user': 'ada' })).status, { timeout: 10_000 })
    .toBe(200)
  const { stderr } = await server.stop('SIGTERM')
  expect(stderr.match(/cannot be used/g)).toHaveLength(1)
  expect(stderr.match(/(?<!until it )works again/g)).toHaveLength(1)
  expect(stderr).not.toContain('pa55word')
})

it('a text that names no store is refused when the server is made', () => {
  expect(() => createFwServer({ data: 'mysql://localhost' as 'memory' })).toThrow(/is not known/)
})
