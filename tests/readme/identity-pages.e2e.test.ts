/**
 * The code of `docs/guide/sessions.md`, `agents.md` and `mcp.md` as one app: built, type-checked and served by the
 * command line.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FwConfig } from '../../runtime/src/index.ts'
import { createFwServer } from '../../runtime/src/server.ts'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { contentDigest, KEY_ID, signRequest } from '../http/sign-request.ts'
import { checkTypes, createAppFolder, createTsconfig, REPOSITORY } from './page-app.ts'

const pages = ['sessions', 'agents', 'mcp'].map((name) =>
  readFileSync(join(REPOSITORY, `docs/guide/${name}.md`), 'utf8'),
)
/** Every example that names its file. */
const sources = pages.flatMap((page) =>
  [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({ path, text })),
)
/** The other examples belong in `src/session.ts`. */
const fragments = pages.flatMap((page) =>
  [...page.matchAll(/^```ts\n(?!\/\/ )([\s\S]*?)^```$/gm)].map(([, text = '']) => text),
)

const WHO = `import { api } from '@fw/runtime'

/** Returns the calling agent and its scopes. */
export const who = api({ run: async ({ ctx }) => ({ agent: ctx.agent ?? null, scopes: [...ctx.scopes] }) })
`
const ENV = { SESSION_SECRET: 'k3Jd0-9sLq2Vx7Zp1Rt5Wm8Yb4Nc6Hf' }

const { root: app, write, remove } = createAppFolder('identity')
let running: Running | undefined
const url = (path: string) => (running?.url ?? '') + path

beforeAll(async () => {
  write('tsconfig.json', createTsconfig())
  write('src/server/agent.api.ts', WHO)
  for (const { path, text } of sources) write(path, text)
  // Of two ways to verify a token, the one that needs no other server; the other is type-checked.
  const hooks = sources.filter(({ path }) => path === 'src/hooks.ts')
  write('src/hooks.ts', hooks.find(({ text }) => text.includes('the-token-of-the-help-desk'))?.text ?? '')
  write('introspection.ts', hooks.find(({ text }) => text.includes('/introspect'))?.text ?? '')
  // Of two contexts, the one with the session; the other is type-checked.
  const contexts = sources.filter(({ path }) => path === 'src/ctx.ts')
  write('src/ctx.ts', contexts.find(({ text }) => text.includes('session'))?.text ?? '')
  write('identity-ctx.ts', contexts.find(({ text }) => text.includes('identity'))?.text ?? '')
  // Of three configurations, the one with the most rules.
  write('fw.config.ts', sources.find(({ text }) => text.includes('nonces: true'))?.text ?? '')
  for (const [index, text] of fragments.entries()) write(`rotation-${index}.ts`, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
  running = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'], ENV)
})

afterAll(async () => {
  await running?.stop('SIGTERM')
  remove()
})

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }
  const response = await fetch(url(path), init)
  return { status: response.status, headers: response.headers, body: (await response.json()) as { result?: unknown } }
}

it('shows whole files, which pass the type check together', () => {
  expect(sources.map(({ path }) => path)).toEqual([
    'src/session.ts',
    'src/ctx.ts',
    'src/server/account.api.ts',
    'fw.config.ts',
    'fw.config.ts',
    'fw.config.ts',
    'src/hooks.ts',
    'src/hooks.ts',
    'src/ctx.ts',
    'fw.config.ts',
    'fw.config.ts',
    'src/server/suppliers.ts',
    'src/server/desk.api.ts',
    'src/mcp.ts',
  ])
  expect(checkTypes(app)).toEqual([0, ''])
})

it('the sessions of the page sign in, are read, and end', async () => {
  const login = (password: string) => post('/_fw/api/account.login', { name: 'ann', password })
  expect((await login('wrong')).status).toBe(401)
  const { headers } = await login('the password of ann')
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const who = async (value: string) => (await post('/_fw/api/account.who', {}, { cookie: value })).body.result
  expect(await who(cookie)).toEqual({ userId: 'ann' })
  expect(await who('fw_session=x')).toEqual({ userId: 'anonymous' })
  const out = await post('/_fw/api/account.logout', {}, { cookie })
  expect(out.headers.getSetCookie()).toEqual([expect.stringContaining('Max-Age=0')])
  // As the page states, a copied cookie is still a valid session.
  expect(await who(cookie)).toEqual({ userId: 'ann' })
})

it('the agents of the page sign method, path, body and a nonce, once', async () => {
  const path = '/_fw/api/agent.who'
  const headers = { 'content-type': 'application/json', 'content-digest': await contentDigest('{}') }
  const components = '("@authority" "@method" "@path" "content-digest")'
  const sign = (nonce: string) =>
    signRequest({ url: url(path), headers, components, parameters: `;nonce="${nonce}"`, now: Date.now() })
  expect((await post(path, '{}', { 'x-fw-origin': 'agent' })).status).toBe(401)
  expect((await post(path, '{ }', await sign('n1'))).status).toBe(400)
  const signed = await sign('n2')
  const first = await post(path, '{}', signed)
  expect([first.status, first.body.result]).toEqual([200, { agent: { verified: true, keyId: KEY_ID }, scopes: [] }])
  expect((await post(path, '{}', signed)).status).toBe(401)
})

it('the hook of the page lets its token in, with its scopes, past the policy', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'agent__who', arguments: {} } }
  const ask = (token: string) => post('/_fw/mcp', message, { authorization: `Bearer ${token}` })
  expect((await ask('the-token-of-the-help-desk')).status).toBe(200)
  expect(JSON.stringify((await ask('the-token-of-the-help-desk')).body)).toContain('orders')
  const refused = await ask('another')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="fw", error="invalid_token"',
  ])
})

it('the MCP server of the page has what its files add', async () => {
  const ask = async (method: string, params: object = {}) => {
    const message = { jsonrpc: '2.0', id: 1, method, params }
    const { body } = await post('/_fw/mcp', message, { authorization: 'Bearer the-token-of-the-help-desk' })
    return JSON.stringify(body)
  }
  expect(await ask('initialize', { protocolVersion: '2025-11-25' })).toContain('Ask for the size before you order.')
  expect(await ask('tools/call', { name: 'red_dot' })).toContain('"mimeType":"image/png"')
  expect(await ask('tools/call', { name: 'desk__order', arguments: { pots: 1 } })).toContain('does not offer')
  expect(await ask('resources/read', { uri: 'menu://winter' })).toContain('Chai.')
  expect(await ask('resources/read', { uri: 'menu://summer' })).toContain('Resource not found')
  const recommended = await ask('prompts/get', { name: 'recommend', arguments: { mood: 'tired' } })
  expect(recommended).toContain('a guest who is tired')
})

it('every configuration of the page makes a server', async () => {
  for (const [index, { text }] of sources.filter(({ path }) => path === 'fw.config.ts').entries()) {
    const name = `example-${index}.config.ts`
    write(name, text)
    const { default: config } = (await import(join(app, name))) as {
      default: FwConfig
    }
    const { agents, mcpAuth, siteUrl, signing } = config
    const server = createFwServer({
      ...(agents && { agents }),
      ...(mcpAuth && { mcpAuth }),
      ...(siteUrl && { siteUrl }),
      ...(signing && { signing }),
      log: () => undefined,
    })
    expect([index, (await server.fetch(new Request('http://localhost/_fw/mcp'))).status]).toEqual([index, 200])
    await server.close()
  }
})

it('the key that the page creates signs, and is published at the URL in the page', async () => {
  const command = /^ {4}node -p "(.*)"$/m.exec(pages.join('\n'))?.[1] ?? ''
  const made = spawnSync(process.execPath, ['-p', command], { encoding: 'utf8' })
  const key = JSON.parse(made.stdout) as { x: string; d: string }
  const variable = 'AGENT_KEY'
  process.env[variable] = made.stdout.trim()
  const server = createFwServer({
    siteUrl: 'https://shop.example',
    signing: { keyEnv: variable },
    log: () => undefined,
  })
  delete process.env[variable]
  const path = 'https://shop.example/.well-known/http-message-signatures-directory'
  const answer = await server.fetch(new Request(path, { headers: { host: 'shop.example' } }))
  expect(await answer.json()).toMatchObject({ keys: [{ x: key.x }] })
  expect(answer.headers.get('signature')).toContain('binding=:')
  await server.close()
})
