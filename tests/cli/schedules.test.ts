/** Schedules of the installed binary: who runs them, who does not, and how often. */
import { existsSync } from 'node:fs'
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

async function start(env: Record<string, string> = {}, command = 'start'): Promise<Running> {
  const one = await startFw(app.root, [command, '--port', '0'], env)
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
  await Promise.all([start(env), start(env)])
  await until(() => ticks().length >= 4)
  await Promise.all(running.splice(0).map((one) => one.stop('SIGTERM')))
  const at = ticks().map((one) => one.at)
  expect(new Set(at).size).toBe(at.length)
  expect(app.read('yearly.log')).toBe('')
})

test('dev runs them before anybody asks for a page, and as they are after an edit', async () => {
  const before = ticks().length
  const dev = await start({}, 'dev')
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
  expect(stderr).toContain('The schedule "yearly" has a cron expression that is none: "61 * * * *".')
  expect(stderr).not.toContain('    at ')
  expect(code).toBe(1)
})
