import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppCopy, copyApp, runFw, startFw } from '../cli/support/fixture.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/guide/configuration.md', import.meta.url)), 'utf8')
/** The files of the page. Of a file that it shows twice, the first version: tests/docs builds both. */
const sources = [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)]
  .map(([, path = '', text = '']) => ({ path, text }))
  .filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index)
const [configProblems = '', envProblems = ''] = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text,
)
const [line = ''] = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text]) => text)

const GOOD = { DATABASE_URL: 'sqlite:notes', MODE: 'loud', HOSTS: '["a.example"]', BETA: '1' }

let app: AppCopy
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(app.root, path)), { recursive: true })
  writeFileSync(join(app.root, path), text)
}

beforeAll(() => {
  app = copyApp('settings')
  for (const { path, text } of sources) if (path !== 'src/hooks.ts') write(path, text)
})
afterAll(() => app.remove())

describe('the page about configuration', () => {
  test('shows files that build, an invalid environment with its errors, and a line of the log', async () => {
    expect(sources.map(({ path }) => path)).toEqual([
      'fw.config.ts',
      'src/env.ts',
      'src/server/settings.api.ts',
      'src/hooks.ts',
    ])
    const built = await app.fw('build')
    expect([built.code, built.stderr.includes('error')]).toEqual([0, false])
    const bad = { CALL_LIMIT: '0', MODE: 'silent' }
    const refused = await runFw(app.root, ['start', '--port', '0'], bad)
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([1, '', `Failed: ${envProblems}`])
    const running = await startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'], GOOD)
    const response = await fetch(`${running.url}/_fw/api/settings.show`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(await response.json()).toEqual({
      ok: true,
      result: { source: 'sqlite:', limit: 60, mode: 'loud', hosts: ['a.example'] },
    })
    const { stderr } = await running.stop('SIGTERM')
    const logged = JSON.parse(stderr.split('\n').find((text) => text.startsWith('{')) ?? '{}') as Record<
      string,
      unknown
    >
    const shown = JSON.parse(line) as Record<string, unknown>
    expect(Object.keys(logged)).toEqual(Object.keys(shown))
    expect(logged).toMatchObject({ level: 'info', msg: shown.msg, method: 'POST', path: shown.path, status: 200 })
    expect(logged.requestId).toBe(response.headers.get('x-request-id'))
  })

  test('a log of the app gets the lines instead', async () => {
    const hooks = sources.find(({ path }) => path === 'src/hooks.ts')
    write('src/hooks.ts', hooks?.text ?? '')
    const running = await startFw(app.root, ['dev', '--port', '0'], GOOD)
    const response = await fetch(`${running.url.replace(/\/$/, '')}/_fw/api/settings.show`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    const { stdout } = await running.stop('SIGINT')
    expect(stdout).toContain(`info POST /_fw/api/settings.show ${response.headers.get('x-request-id')}`)
    rmSync(join(app.root, 'src/hooks.ts'))
  })

  test('shows the errors of an invalid configuration', async () => {
    const config = sources.find(({ path }) => path === 'fw.config.ts')?.text ?? ''
    const broken = config
      .replace('siteUrl: process.env.SITE_URL', "sitUrl: 'https://notes.example'")
      .replace('64 * 1024', "'64k'")
    write('fw.config.ts', broken)
    const { code, stderr } = await app.fw('build')
    expect([code, stderr]).toEqual([1, `Building\nFailed: ${configProblems}`])
  })
})
