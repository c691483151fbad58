/** Two processes with one Redis: they share cached pages and invalidations. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../../servers/redis.ts'

const APP = fileURLToPath(new URL('../../servers/cache-app.mjs', import.meta.url))

interface Running {
  readonly child: ChildProcess
  page(): Promise<{ readonly cache: string; readonly text: string }>
  call(name: string): Promise<unknown>
}

let redis: TestRedis
let one: Running
let two: Running
beforeAll(async () => {
  redis = await startRedis()
  ;[one, two] = await Promise.all([start(redis.url), start(redis.url)])
})
afterAll(async () => {
  for (const running of [one, two]) running?.child.kill('SIGKILL')
  await redis?.close()
})

test('two processes on one Redis make a page once, and a tag that is dropped in one is gone in the other', async () => {
  const made = await one.page()
  expect(made.cache).toBe('MISS cold')
  expect(await two.page()).toEqual({ cache: 'HIT shared', text: made.text })
  expect(await two.page()).toEqual({ cache: 'HIT fresh', text: made.text })
  expect([await one.call('read'), await two.call('read'), await two.call('read')]).toEqual([1, 1, 1])

  await one.call('change')
  const again = await two.page()
  expect(again.cache).toBe('MISS dropped')
  expect(again.text).not.toBe(made.text)
  expect(await one.page()).toEqual({ cache: 'HIT shared', text: again.text })
  expect([await one.call('read'), await two.call('read')]).toEqual([2, 2])
})

test('while Redis is unavailable pages are rendered and cached ones are not used; afterwards they are used again', async () => {
  await one.page()
  await redis.kill()
  await expect.poll(async () => (await one.page()).cache, { timeout: 15_000 }).toBe('BYPASS unavailable')
  const [first, second] = [await one.page(), await one.page()]
  expect(first.text).not.toBe(second.text)
  expect(await one.call('read')).toBeGreaterThan(2)
  expect(await one.call('change')).toBe('changed')
  await redis.start()
  await expect.poll(async () => (await one.page()).cache.split(' ')[0], { timeout: 15_000 }).toBe('HIT')
})

function start(data: string): Promise<Running> {
  const { NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env
  const child = spawn(process.execPath, [APP, data], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => reject(new Error(`cache-app.mjs ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk
      const url = /^Listening on (\S+)$/m.exec(printed)?.[1]
      if (url !== undefined) resolve(clientOf(url, child))
    })
  })
}

/** Both are addressed by one name, as behind a balancer. */
const NAME = { 'x-forwarded-host': 'shop.example' }

function clientOf(url: string, child: ChildProcess): Running {
  return {
    child,
    async page() {
      const answer = await fetch(url, { headers: NAME })
      const cache = `${answer.headers.get('x-fw-cache')} ${answer.headers.get('x-fw-cache-reason')}`
      return { cache, text: /<body>(.*)<\/body>/s.exec(await answer.text())?.[1] ?? '' }
    },
    async call(name) {
      const init = { method: 'POST', headers: { ...NAME, 'content-type': 'application/json' }, body: '{}' }
      return ((await (await fetch(`${url}/_fw/api/stock.${name}`, init)).json()) as { result: unknown }).result
    },
  }
}
