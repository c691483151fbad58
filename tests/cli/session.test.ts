import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AppCopy, copyApp, runFw, startFw } from './support/fixture.ts'

const SECRET = 'k3Jd0-9sLq2Vx7Zp1Rt5Wm8Yb4Nc6Hf'
const KEY = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs', kid: 'agent-1' }

/** The app of `fw run`'s tests, with sessions, and with agents that have to sign. */
const SOURCES: Readonly<Record<string, string>> = {
  'fw.config.ts': `import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Notes',
  agents: { webBotAuth: { keys: [${JSON.stringify(KEY)}] }, policy: 'require' },
  mcpAuth: { tokenEnv: 'MCP_TOKEN', token: 'literal' },
})
`,
  'src/session.ts': `import { createSessionStore } from '@fw/runtime/server'

export default createSessionStore<{ user: string }>({ secret: process.env.SESSION_SECRET, name: 'notes' })
`,
  'src/server/account.api.ts': `import { api, type Call } from '@fw/runtime'
import session from '../session.ts'

/** Signs in. */
export const login = api({
  guard: 'forbidden',
  run: async ({ input, ctx }: Call<{ user: string }>) => {
    ctx.headers.append('set-cookie', session.issue(input))
    return { signedIn: true }
  },
})

/** Says who is signed in. */
export const who = api({ run: async ({ ctx }: Call) => ({ user: ctx.session?.user ?? 'nobody' }) })
`,
}

let app: AppCopy
beforeAll(async () => {
  app = copyApp('notes')
  for (const [file, text] of Object.entries(SOURCES)) {
    mkdirSync(join(app.root, file, '..'), { recursive: true })
    writeFileSync(join(app.root, file), text)
  }
  const { code, stderr } = await app.fw('build')
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => app.remove())

const start = (env: Record<string, string> = {}) =>
  startFw(app.root, ['start', '--port', '0', '--host', '127.0.0.1'], env)

async function post(url: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(url + path, init)
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

describe('an app whose session has no good secret', () => {
  it.each([
    ['no secret', {}, 'has no secret'],
    ['an empty secret', { SESSION_SECRET: '' }, 'has no secret'],
    ['a short secret', { SESSION_SECRET: 'short' }, 'at least 16 characters'],
    ['a secret of an example', { SESSION_SECRET: 'change-me-change-me' }, 'can be guessed'],
  ])('SES-01 fw start with %s exits with 1 and explains the solution, without a stack', async (_, env, words) => {
    const failed = await start(env).then(
      () => 'it started',
      (error: Error) => error.message,
    )
    expect(failed).toMatch(/^fw ended with 1: Failed: /)
    expect(failed).toContain(words)
    expect(failed).toContain('export SESSION_SECRET="$(openssl rand -base64 32)"')
    expect(failed).not.toMatch(/\n {4}at |is unexpected|node_modules|change-me/)
  })

  it('SES-01 fw run and fw verify print the same', async () => {
    for (const command of ['run', 'verify']) {
      const { code, stdout, stderr } = await runFw(app.root, [command])
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toContain('Failed: The session has no secret')
      expect(stderr).not.toContain('    at ')
    }
  })

  it('SES-01 fw dev listens, shows the same instead of the app, and waits for its sources to change', async () => {
    const running = await startFw(app.root, ['dev', '--port', '0'])
    const response = await fetch(running.url, { headers: { accept: 'text/html' } })
    const page = await response.text()
    expect(response.status).toBe(500)
    expect(page).toContain('The session has no secret')
    expect(page).not.toContain('    at ')
    expect((await running.stop('SIGINT')).code).toBe(0)
  })
})

describe('an app with sessions and signed agents', () => {
  it('CNV-13 SES-17 src/session.ts is the session of the server: it is issued, read, and typed in ctx', async () => {
    const running = await start({ SESSION_SECRET: SECRET })
    const { status, headers } = await post(running.url, '/_fw/api/account.login', { user: 'ann' })
    expect(status).toBe(200)
    const line = headers.get('set-cookie') ?? ''
    expect(line).toMatch(/^notes=v1\..*HttpOnly; Secure; SameSite=Lax$/)
    const cookie = line.split(';')[0] ?? ''
    const who = (headers: Record<string, string>) => post(running.url, '/_fw/api/account.who', {}, headers)
    expect((await who({ cookie })).body.result).toEqual({ user: 'ann' })
    expect((await who({ cookie: `${cookie}x` })).body.result).toEqual({ user: 'nobody' })
    await running.stop('SIGTERM')
    const replaced = await start({ SESSION_SECRET: `another ${SECRET}` })
    expect((await post(replaced.url, '/_fw/api/account.who', {}, { cookie })).body.result).toEqual({ user: 'nobody' })
    await replaced.stop('SIGTERM')
    expect(app.read('.fw/types/register.d.ts')).toContain('session: SessionData<')
  })

  it('CFG-25 AUT-10 AUT-11 `agents` of fw.config.ts gates agents over HTTP and no person', async () => {
    const running = await start({ SESSION_SECRET: SECRET })
    const count = (headers: Record<string, string>) => post(running.url, '/_fw/api/notes.count', {}, headers)
    expect((await count({})).status).toBe(200)
    const refused = await count({ 'x-fw-origin': 'agent' })
    expect([refused.status, refused.body.error]).toEqual([401, 'agent_required'])
    expect((await count({ 'x-fw-origin': 'agent', 'x-fw-in-process': '1' })).status).toBe(401)
    await running.stop('SIGTERM')
  })

  it('CFG-25 fw run is an agent inside the process: it lists and calls under the same policy', async () => {
    vi.stubEnv('SESSION_SECRET', SECRET)
    const list = await runFw(app.root, ['run'])
    expect(list.stdout).toContain('api.notes.count')
    expect(list.stdout).not.toContain('api.account.login')
    const { code, stdout } = await runFw(app.root, ['run', 'api.account.who'])
    expect([code, JSON.parse(stdout)]).toEqual([0, { user: 'nobody' }])
    const parked = await runFw(app.root, ['run', 'api.notes.clear', '--reason', 'old'])
    expect([parked.code, parked.stdout]).toEqual([1, ''])
    expect((await runFw(app.root, ['verify'])).code).toBe(0)
  })

  it('SRV-19 CFG-23 CFG-24 AUT-17 `mcpAuth` of fw.config.ts asks callers of /_fw/mcp for the token of the environment', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'notes__count', arguments: {} } }
    const ask = (url: string, token: string) =>
      post(url, '/_fw/mcp', message, { authorization: `Bearer ${token}` }).then(({ status }) => status)
    const running = await start({ SESSION_SECRET: SECRET, MCP_TOKEN: 'from-the-environment' })
    expect(await ask(running.url, 'from-the-environment')).toBe(200)
    expect(await ask(running.url, 'literal')).toBe(401)
    expect((await fetch(`${running.url}/_fw/mcp`)).status).toBe(200)
    await running.stop('SIGTERM')
    const closed = await start({ SESSION_SECRET: SECRET })
    for (const token of ['from-the-environment', 'literal', 'undefined']) expect(await ask(closed.url, token)).toBe(401)
    expect((await closed.stop('SIGTERM')).stderr).toContain('MCP_TOKEN, which is not set')
  })
})
