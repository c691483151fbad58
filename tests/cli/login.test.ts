import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Io } from '../../cli/src/io.ts'
import { logIn } from '../../cli/src/tool/login.ts'
import { type AuthorizedMcp, serveAuthorizedMcp } from '../http/agent/remote/authorization-server.ts'
import { type AppCopy, copyApp, openTerminal } from './support/fixture.ts'

let app: AppCopy
let mcp: AuthorizedMcp
beforeAll(async () => {
  app = copyApp('notes')
  mcp = await serveAuthorizedMcp()
  app.write(
    'src/agent.ts',
    `import { defineAgent } from '@fw/runtime/agent'

export default defineAgent({
  mcp: {
    url: ${JSON.stringify(mcp.url)},
    name: 'notes',
    allowPrivate: true,
    oauth: { grant: 'authorization_code', secret: process.env.TOKEN_SECRET },
  },
})
`,
  )
  app.write('.env', 'TOKEN_SECRET=9aFq2kLw8sXc5vBn1mQr7tYp3dGh6jZu\n')
})
afterEach(() => {
  mcp.asked.length = 0
})
afterAll(async () => {
  app.remove()
  await mcp.close()
})

it.each(['sources', 'build'])(
  'with the %s, logs in with the browser, and other processes use the tokens',
  async (from) => {
    if (from === 'build') {
      expect((await app.fw('build')).code).toBe(0)
      rmSync(join(app.root, '.fw/data'), { recursive: true, force: true })
    }
    const before = await app.fw('info')
    expect(before.stdout).toContain('fw login notes')
    const terminal = openTerminal(app.root, ['login', 'notes'])
    await terminal.until(/http\S+\/authorize\?\S+/)
    const page = /http\S+\/authorize\?\S+/.exec(terminal.text())?.[0] ?? ''
    const callback = new URL(page).searchParams.get('redirect_uri') ?? ''
    for (const path of ['/other', '//']) expect((await fetch(`${new URL(callback).origin}${path}`)).status).toBe(404)
    // Any page of the browser can send these.
    for (const guess of ['', '?state=x', '?state=x&error=access_denied', '?code=x&state=', '?error=x']) {
      const response = await fetch(`${callback}${guess}`)
      expect([response.status, await response.text()], guess).toEqual([400, expect.stringContaining('another login')])
    }
    const query = await mcp.logIn(page)
    expect(await (await fetch(`${callback}?${query}`)).text()).toContain('You are logged in.')
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).toContain('Logged in at notes.')
    const after = await app.fw('info')
    expect(after.stdout).toContain('read')
    expect(after.stdout).not.toContain('fw login')
  },
)

it('ends if no browser brings the response in time, whatever other pages send', async () => {
  const app = {
    url: 'https://login.example.com/authorize?state=s',
    finish: () => expect.fail('No response had the state.'),
  }
  const notes: string[] = []
  const io = { note: (text: string) => notes.push(text) } as unknown as Io // all that a failed login uses
  let callback = ''
  const loginRemote = async (_name: string, url: string) => {
    callback = url
    return app
  }
  const ended = logIn({ loginRemote }, { name: 'notes', port: '0', data: 'sqlite:a.db', timeoutMs: 2_000 }, io).catch(
    (error: unknown) => error,
  )
  await expect.poll(() => notes.join()).toContain(app.url)
  for (let count = 0; count < 20; count += 1) expect((await fetch(`${callback}?state=${count}`)).status).toBe(400)
  expect(await ended).toMatchObject({ code: 'login_failed', fix: expect.stringContaining('Run the command again.') })
  await expect(fetch(callback)).rejects.toThrow()
})

it('reports a refused login and an unknown server', async () => {
  const terminal = openTerminal(app.root, ['login', 'notes', '--port', '0'])
  await terminal.until(/http\S+\/authorize\?\S+/)
  const page = new URL(/http\S+\/authorize\?\S+/.exec(terminal.text())?.[0] ?? '')
  const state = page.searchParams.get('state')
  const callback = page.searchParams.get('redirect_uri')
  const response = await fetch(`${callback}?error=access_denied&error_description=Not+you%1b%5b2J&state=${state}`)
  expect(await response.text()).toContain('The terminal shows the reason')
  expect(await terminal.ended).toBe(1)
  expect(terminal.text()).toContain('The login was refused: Not you')
  expect(terminal.text()).not.toContain('\u001b[2J')
  const { code, stderr } = await app.fw('login', 'docs')
  expect([code, stderr]).toEqual([1, expect.stringContaining('Use one of: notes.')])
})
