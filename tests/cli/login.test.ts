import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
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
    const query = await mcp.logIn(page)
    expect(await (await fetch(`${callback}?${query}`)).text()).toContain('You are logged in.')
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).toContain('Logged in at notes.')
    const after = await app.fw('info')
    expect(after.stdout).toContain('read')
    expect(after.stdout).not.toContain('fw login')
  },
)

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
