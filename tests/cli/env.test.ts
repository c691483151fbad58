import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppCopy, copyApp, runFw, startFw } from './support/fixture.ts'

let app: AppCopy
beforeAll(async () => {
  app = copyApp('settings')
})
afterEach(() => rmSync(join(app.root, '.env'), { force: true }))
afterAll(() => app.remove())

const GOOD = {
  DATABASE_URL: 'sqlite:x',
  CALL_LIMIT: '60',
  BETA: '1',
  MODE: 'loud',
  HOSTS: '["a.example","b.example"]',
  SINCE: '2020-01-01T00:00:00Z',
}
const SHOWN = {
  where: 8,
  limit: 60,
  beta: true,
  mode: 'loud',
  hosts: ['a.example', 'b.example'],
  since: 2020,
  retries: 3,
}

const BAD = {
  CALL_LIMIT: '0',
  BETA: 'perhaps',
  MODE: 's3cret',
  HOSTS: 'a.example',
  SINCE: 'yesterday',
  RETRIES: '0x10',
}
const PROBLEMS = `Failed: The environment doesn't match src/env.ts:
  DATABASE_URL is required: must be a string. Where the notes are kept.
  CALL_LIMIT must be an integer of at least 1. Calls a minute.
  BETA must be true or false.
  MODE must be one of "quiet", "loud".
  HOSTS must be an array. Hosts that may call.
  SINCE must be an RFC 3339 date-time, such as 2026-01-31T12:00:00Z.
  RETRIES must be a number.
`

async function show(url: string): Promise<unknown> {
  const response = await fetch(`${url.replace(/\/$/, '')}/_fw/api/settings.show`)
  return ((await response.json()) as { result: unknown }).result
}

describe('the environment of an app', () => {
  it('is checked when fw run loads the sources: all problems by name, with their descriptions, never a value', async () => {
    const { code, stdout, stderr } = await runFw(app.root, ['run', 'api.settings.show'], BAD)
    expect(stderr.replace(/^Loading the app from source\n/, '')).toBe(PROBLEMS)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })

  it('is read typed, before any module of the app runs', async () => {
    const { code, stdout } = await runFw(app.root, ['run', 'api.settings.show'], GOOD)
    expect(JSON.parse(stdout)).toEqual(SHOWN)
    expect(code).toBe(0)
  })

  it('stops fw dev before it listens; an .env file counts there, and the environment itself wins over it', async () => {
    const failed = await runFw(app.root, ['dev', '--port', '0'], BAD)
    expect([failed.stderr, failed.stdout, failed.code]).toEqual([PROBLEMS, '', 1])
    writeFileSync(join(app.root, '.env'), '\uFEFFDATABASE_URL=from-file\r\nMODE=quiet\r\nHOSTS=\r\n')
    const running = await startFw(app.root, ['dev', '--port', '0'], { MODE: 'loud' })
    expect(await show(running.url)).toMatchObject({ where: 9, mode: 'loud', hosts: [] })
    expect((await running.stop('SIGINT')).code).toBe(0)
  })

  it('is checked by fw start, with nothing else printed; the build needs none, and no .env is read', async () => {
    expect((await runFw(app.root, ['build'])).code).toBe(0)
    writeFileSync(join(app.root, '.env'), 'DATABASE_URL=from-file\nMODE=quiet\n')
    const failed = await runFw(app.root, ['start', '--port', '0'], BAD)
    expect([failed.stderr, failed.stdout, failed.code]).toEqual([PROBLEMS, '', 1])
    const running = await startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'], GOOD)
    expect(await show(running.url)).toEqual(SHOWN)
    expect((await running.stop('SIGTERM')).code).toBe(0)
  })

  it('is read by a module that waits while it loads, and that a page and an API function share', async () => {
    const shared = copyApp('settings')
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(shared.root, path)), { recursive: true })
      writeFileSync(join(shared.root, path), text)
    }
    const api = readFileSync(join(shared.root, 'src/server/settings.api.ts'), 'utf8')
    write('src/server/settings.api.ts', api.replace(/^const where = .*$/m, "import { where } from '../open.ts'"))
    write('src/open.ts', "import { size } from './size.ts'\nexport const where = await Promise.resolve(size)\n")
    write('src/size.ts', "import { env } from '@fw/runtime/server'\nexport const size = env.DATABASE_URL.length\n")
    write('src/routes/index.tsx', "import { where } from '../open.ts'\nexport default () => <p>{where} letters</p>\n")
    expect(await runFw(shared.root, ['build'])).toMatchObject({ code: 0 })
    const running = await startFw(shared.root, ['start', '--port', '0'], GOOD)
    expect(await show(running.url)).toEqual(SHOWN)
    expect(await (await fetch(running.url)).text()).toContain('letters')
    expect((await running.stop('SIGTERM')).code).toBe(0)
    const failed = await runFw(shared.root, ['start', '--port', '0'], BAD)
    expect([failed.stderr, failed.code]).toEqual([PROBLEMS, 1])
    shared.remove()
  })
})
