/** What runs by itself and beside itself in the installed binary: schedules, and the workers of `fw start`. */
import { existsSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startRedis, type TestRedis } from '../servers/redis.ts'
import { type AppCopy, copyApp, type Running, runFw, startFw } from './support/fixture.ts'

let app: AppCopy
let redis: TestRedis
const running: Running[] = []

beforeAll(async () => {
  app = copyApp('clock')
  redis = await startRedis({ fsync: 'everysec' })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop('SIGTERM')))
})
afterAll(async () => {
  await redis.close()
  app.remove()
})

interface Tick {
  readonly at: string
  readonly pid: string
  readonly word: string
}

const ticks = (): readonly Tick[] =>
  app
    .read('clock.log')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [word = '', at = '', pid = ''] = line.split(' ')
      return { word, at, pid }
    })

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 50))
}

async function start(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  command = 'start',
): Promise<Running> {
  const one = await startFw(app.root, [command, '--port', '0', ...args], env)
  running.push(one)
  return one
}

test('RUN-24 build, run, verify and info mount no schedule, however long they take', async () => {
  expect((await app.fw('build')).code).toBe(0)
  expect((await app.fw('run', 'api.clock.pause')).stdout).toContain('"paused": true')
  // Every second of it is a time of the schedule.
  expect((await app.fw('verify')).code).toBe(0)
  expect(app.read('pages.log')).toBe('rendered\n')
  expect(existsSync(join(app.root, 'clock.log'))).toBe(false)
})

test('info lists them, and runs none', async () => {
  const { stdout } = await app.fw('info', '--json')
  const { schedules } = JSON.parse(stdout) as { schedules: readonly { next: string }[] }
  expect(schedules).toMatchObject([
    { name: 'tick', when: 'every 1s', timezone: 'UTC', overlap: 'queue', missed: 'skip' },
    { name: 'yearly', when: '0 0 1 1 *', timezone: 'Europe/Berlin', overlap: 'skip', missed: 'run-once' },
  ])
  expect(schedules[1]?.next).toMatch(/^\d{4}-12-31T23:00:00\.000Z$/)
  const markdown = (await app.fw('info')).stdout
  expect(markdown).toContain('| yearly | 0 0 1 1 * | Europe/Berlin | skip | run-once | ')
  expect(existsSync(join(app.root, 'clock.log'))).toBe(false)
})

test('two processes of start on one Redis run each time once', async () => {
  const env = { CLOCK_DATA: redis.url }
  await Promise.all([start([], env), start([], env)])
  await until(() => ticks().length >= 4)
  await Promise.all(running.splice(0).map((one) => one.stop('SIGTERM')))
  const at = ticks().map((one) => one.at)
  expect(new Set(at).size).toBe(at.length)
  expect(app.read('yearly.log')).toBe('')
})

/** A caller that reuses its connection, and so its worker. `call` returns the JSON, `page` the HTML. */
function onOneConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<string> =>
    new Promise((resolve, reject) => {
      const type = body && { 'content-type': 'application/json' }
      const sent = request(new URL(path, url), { agent, method, headers: { ...type, ...headers } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve(text)).on('error', reject)
      })
      sent.on('error', reject).setTimeout(10_000, () => sent.destroy(new Error('No answer.')))
      sent.end(body && JSON.stringify(body))
    })
  const call = async (path: string, body: object = {}, headers?: Record<string, string>) =>
    (JSON.parse(await send('POST', path, body, headers)) as { result: Record<string, unknown> }).result
  const page = async (path: string) => /<p>(.*)<\/p>/.exec(await send('GET', path))?.[1]
  return { call, page, close: () => agent.destroy() }
}

type Caller = ReturnType<typeof onOneConnection>

/** Callers of two workers, and which these are. */
async function callersOfTwo(url: string): Promise<readonly [Caller, number, Caller, number]> {
  const pidOf = async (caller: Caller) => Number((await caller.call('/_fw/api/clock.who')).pid)
  const one = onOneConnection(url)
  const first = await pidOf(one)
  for (;;) {
    const other = onOneConnection(url)
    const second = await pidOf(other)
    if (second !== first) return [one, first, other, second]
    other.close()
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('workers share one port, one store of proposals, dropped tags and the times of schedules', async () => {
  const before = ticks().length
  const { url } = await start(['--workers', '2'])
  const [one, first, other, second] = await callersOfTwo(url)
  const parked = await one.call('/_fw/api/clock.set', {}, { 'x-fw-origin': 'agent' })
  expect(await other.call('/_fw/approve', { id: parked.id })).toEqual({ setBy: second })
  // Each has its own copy, and invalidations of the other apply to it.
  const kept = [await one.page('/kept'), await other.page('/kept')]
  expect(kept).toEqual([expect.stringContaining(`by ${first} `), expect.stringContaining(`by ${second} `)])
  expect([await one.page('/kept'), await other.page('/kept')]).toEqual(kept)
  await one.call('/_fw/api/clock.drop')
  const made = await other.page('/kept')
  expect(made).toContain(`by ${second} `)
  expect(kept).not.toContain(made)
  await until(() => ticks().length >= before + 3)
  const ran = ticks().slice(before)
  expect(new Set(ran.map(({ at }) => at)).size).toBe(ran.length)
  expect(ran.every(({ pid }) => [first, second].includes(Number(pid)))).toBe(true)
  one.close()
  other.close()
})

test('a worker that dies is replaced, and no request waits for it', async () => {
  const { url, log } = await start(['--workers', '2'])
  const [one, first, other, second] = await callersOfTwo(url)
  one.close()
  other.close()
  process.kill(first, 'SIGKILL')
  // From its end on, the other worker handles all requests.
  for (let count = 0; count < 20; count++) {
    const caller = onOneConnection(url)
    expect(Number((await caller.call('/_fw/api/clock.who')).pid)).not.toBe(first)
    caller.close()
  }
  await until(() => /Worker \d+ is listening\./.test(log()))
  expect(log()).toContain(`"msg":"Worker ${first} ended with SIGKILL. Restarting in 100 ms."`)
  const [, third, , fourth] = await callersOfTwo(url)
  expect([third, fourth]).toContain(second)
})

test('SIGTERM to workers finishes open requests and ends them all; SIGUSR2 replaces them while they respond', async () => {
  const running = await start(['--workers', '2'])
  const [one, first, other, second] = await callersOfTwo(running.url)
  process.kill(running.pid, 'SIGUSR2')
  const open = one.call('/_fw/api/clock.pause')
  await until(() => !isAlive(first) && !isAlive(second))
  expect(await open).toEqual({ paused: true })
  other.close()
  const [caller, third, , fourth] = await callersOfTwo(running.url)
  const last = caller.call('/_fw/api/clock.pause')
  // It has begun.
  await new Promise((resolve) => setTimeout(resolve, 100))
  const ended = running.stop('SIGTERM')
  expect(await last).toEqual({ paused: true })
  const { code, stdout, stderr } = await ended
  expect([code, isAlive(third), isAlive(fourth)]).toEqual([0, false, false])
  // Then the addresses of this machine in its networks.
  expect(stdout).toMatch(new RegExp(`^Listening on ${running.url}\\n(?:Listening on \\S+\\n)*$`))
  expect(stderr.match(/Stopping\./g)).toHaveLength(1)
})

test('SIGTERM while a replacement starts ends all workers and their parent', async () => {
  // Before, right after, and long after the replacement is forked.
  for (const delayMs of [0, 120, 300, 600]) {
    const running = await start(['--workers', '2'])
    const [one, first, other] = await callersOfTwo(running.url)
    one.close()
    other.close()
    process.kill(first, 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const sentAt = performance.now()
    const { code } = await running.stop('SIGTERM')
    expect(code).toBe(0)
    expect(performance.now() - sentAt).toBeLessThan(8_000)
  }
}, 60_000)

test('workers refuse a data store that they could not share, which is logged once', async () => {
  const { code, stderr } = await runFw(app.root, ['start', '--workers', '2', '--port', '0'], { CLOCK_DATA: 'memory' })
  expect(stderr.match(/data: "memory" can't be shared/g)).toHaveLength(1)
  expect(code).toBe(1)
})

test('dev runs them before the first request for a page, and in the new version after an edit', async () => {
  const before = ticks().length
  const dev = await start([], {}, 'dev')
  await until(() => ticks().length > before + 1)
  const file = 'src/schedules.ts'
  app.write(file, app.read(file).replaceAll('`tick $', '`tock $'))
  await until(() => ticks().some(({ word }) => word === 'tock'))
  const first = ticks().findIndex(({ word }) => word === 'tock')
  await until(() => ticks().length > first + 2)
  const after = ticks().slice(before)
  expect(new Set(after.map(({ at }) => at)).size).toBe(after.length)
  expect(dev.log()).not.toContain('Failed')
})

test('start refuses an expression that only its environment knows, with the reason and no stack', async () => {
  const { code, stderr } = await runFw(app.root, ['start', '--port', '0'], { CLOCK_CRON: '61 * * * *' })
  expect(stderr).toContain('The schedule "yearly" has an invalid cron expression: "61 * * * *".')
  expect(stderr).not.toContain('    at ')
  expect(code).toBe(1)
})
