/** Remote servers that need OAuth: as the app itself, and with the login of a user. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openRemoteServer } from '../../../../runtime/src/agent/remote/remote-server.ts'
import { defineAgent } from '../../../../runtime/src/agent.ts'
import type { RemoteOAuth } from '../../../../runtime/src/contract/agent/agent.ts'
import { createFwServer, type FwServer } from '../../../../runtime/src/server.ts'
import { ask, tidyAfterEach, withModel } from '../../agent-app.ts'
import { type AuthorizedMcp, CLIENT, serveAuthorizedMcp } from './authorization-server.ts'

tidyAfterEach()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

async function startMcp(): Promise<AuthorizedMcp> {
  const mcp = await serveAuthorizedMcp()
  open.push(mcp)
  return mcp
}

const READ = { calls: [{ name: 'mcp_notes.read', input: {} }] }
const LOGIN = { grant: 'authorization_code', secret: 'a secret of 32 random characters' } as const
const REDIRECT = 'http://127.0.0.1:9/callback'

async function startApp(mcp: AuthorizedMcp, oauth: RemoteOAuth, data: 'memory' | `sqlite:${string}` = 'memory') {
  const { options, model } = await withModel([READ, 'Read.', READ, 'Again.', READ, 'Once more.'])
  const warnings: string[] = []
  const agent = defineAgent(
    { mcp: { url: mcp.url, name: 'notes', allowPrivate: true, readonly: ['read'], oauth } },
    { env: model.env() },
  )
  const log = ({ level, msg, err }: { readonly level: string; readonly msg: string; readonly err?: unknown }) => {
    if (level === 'warn') warnings.push(`${msg} ${err instanceof Error ? err.message : ''}`)
  }
  const server = createFwServer({ ...options, agent, data, log })
  open.push(server)
  return { server, model, warnings, sent: () => JSON.stringify(model.requests.at(-1)?.body) }
}

async function turn(server: FwServer) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask('Read.')) }
  return (await server.fetch(new Request('http://localhost/_fw/agent', init))).json()
}

describe('client credentials', () => {
  const createOauth = ({ issuer }: AuthorizedMcp) => ({ grant: 'client_credentials', issuer, ...CLIENT }) as const

  test('give the agent a token, and another one when it has expired', async () => {
    const mcp = await startMcp()
    const { server, sent } = await startApp(mcp, createOauth(mcp))
    expect(await turn(server)).toMatchObject({ text: 'Read.' })
    expect(sent()).toContain('A note.')
    mcp.expire()
    expect(await turn(server)).toMatchObject({ text: 'Again.' })
    expect(sent()).toContain('A note.')
    expect(mcp.asked.filter((what) => what === 'client_credentials')).toHaveLength(2)
  })

  test('are not sent to an authorization server that only the remote server names', async () => {
    const mcp = await startMcp()
    const oauth = { ...createOauth(mcp), issuer: 'https://login.example' }
    const { server, warnings } = await startApp(mcp, oauth)
    await turn(server)
    expect(mcp.asked).not.toContain('client_credentials')
    expect(warnings.join('\n')).toMatch(/not available: .*issuer|not available: .*authorization server/i)
  })

  test('that are not set are reported by their names, without the secret', async () => {
    const mcp = await startMcp()
    const { server, warnings } = await startApp(mcp, { ...createOauth(mcp), clientSecret: undefined })
    await turn(server)
    expect(warnings.join('\n')).toContain('oauth of notes has no clientSecret')
    const wrong = await startApp(mcp, { ...createOauth(mcp), clientSecret: 'another secret' })
    await turn(wrong.server)
    expect(wrong.warnings.join('\n')).toContain('invalid_client')
    expect(wrong.warnings.join('\n')).not.toContain('another secret')
  })
})

describe('the login of a user', () => {
  test('is missing at first, which is logged with the command to use', async () => {
    const mcp = await startMcp()
    const { server, warnings } = await startApp(mcp, LOGIN)
    await turn(server)
    expect(warnings.join('\n')).toContain('Run `fw login notes`')
  })

  test('gives every process the tokens, which are encrypted, and a refresh happens once', async () => {
    const mcp = await startMcp()
    const file = join(mkdtempSync(join(tmpdir(), 'login-')), 'app.db')
    const [one, other] = [await startApp(mcp, LOGIN, `sqlite:${file}`), await startApp(mcp, LOGIN, `sqlite:${file}`)]
    const login = await one.server.loginRemote('notes', REDIRECT)
    await login.finish(await mcp.logIn(login.url))
    for (const { server, sent } of [one, other]) {
      expect(await turn(server)).toMatchObject({ text: 'Read.' })
      expect(sent()).toContain('A note.')
    }
    const stored = readFileSync(`${file}-wal`).toString('latin1') + readFileSync(file).toString('latin1')
    expect(stored).toContain(`mcp-login:${mcp.url}`)
    expect(stored).not.toContain('access_token')
    mcp.expire()
    const replies = await Promise.all([turn(one.server), turn(other.server), turn(one.server)])
    expect(replies.map(({ type }) => type)).toEqual(['text', 'text', 'text'])
    for (const { sent } of [one, other]) expect(sent()).toContain('A note.')
    expect(mcp.asked.filter((what) => what === 'refresh_token')).toHaveLength(1)
  })

  test('lacks a right that a call needs: the next login requests it besides those that it had', async () => {
    const mcp = await startMcp()
    const { server, sent, warnings } = await startApp(mcp, LOGIN)
    const logIn = async () => {
      const login = await server.loginRemote('notes', REDIRECT)
      await login.finish(await mcp.logIn(login.url))
    }
    await logIn()
    mcp.requireForCalls('notes', 'files')
    await turn(server)
    expect(warnings.join('\n')).toContain('lacks a right that the call needs. Run `fw login notes`')
    expect(sent()).not.toContain('A note.')
    await logIn()
    expect(await turn(server)).toMatchObject({ text: 'Again.' })
    expect(sent()).toContain('A note.')
    expect(mcp.requested).toEqual(['read', 'read notes files'])
    // It is not requested again by a later login that replaces this one.
    await logIn()
    expect(mcp.requested.at(-1)).toBe('read')
  })

  test('is not read with another secret', async () => {
    const mcp = await startMcp()
    const file = join(mkdtempSync(join(tmpdir(), 'login-')), 'app.db')
    const { server } = await startApp(mcp, LOGIN, `sqlite:${file}`)
    const login = await server.loginRemote('notes', REDIRECT)
    await login.finish(await mcp.logIn(login.url))
    const other = await startApp(mcp, { ...LOGIN, secret: 'another secret of 32 characters!' }, `sqlite:${file}`)
    await turn(other.server)
    expect(other.warnings.join('\n')).toContain('Run `fw login notes`')
  })

  test.each([
    ['another state', (query: URLSearchParams) => query.set('state', 'x'), 'another state'],
    ['another issuer', (query: URLSearchParams) => query.set('iss', 'https://evil.example'), 'Issuer mismatch'],
    ['no issuer', (query: URLSearchParams) => query.delete('iss'), 'Issuer mismatch'],
    ['an error', (query: URLSearchParams) => query.set('error', 'access_denied'), 'access_denied'],
  ])('refuses a response with %s', async (_name, change, message) => {
    const mcp = await startMcp()
    const { server } = await startApp(mcp, LOGIN)
    const login = await server.loginRemote('notes', REDIRECT)
    const query = await mcp.logIn(login.url)
    change(query)
    await expect(login.finish(query)).rejects.toThrow(message)
    expect(mcp.asked).not.toContain('authorization_code')
  })

  test('has a secret of at least 32 characters, and a server that needs it', async () => {
    const mcp = await startMcp()
    const { server } = await startApp(mcp, { ...LOGIN, secret: 'short' })
    await expect(server.loginRemote('notes', REDIRECT)).rejects.toThrow('oauth.secret of notes')
    await expect(server.loginRemote('docs', REDIRECT)).rejects.toThrow('Use one of: notes')
  })
})

test('a registered client belongs to one authorization server, since the remote server could name another one', () => {
  const mcp = { url: 'https://mcp.example/mcp', oauth: { ...LOGIN, ...CLIENT } }
  expect(() => defineAgent({ mcp })).toThrow('mcp.oauth of mcp.example has a clientId and needs the issuer')
  const bound = { ...mcp, oauth: { ...mcp.oauth, issuer: 'https://login.example' } }
  expect(() => defineAgent({ mcp: bound })).not.toThrow()
})

/** Requests of a connection whose servers name `metadata` and `endpoint`; `internal.example` has a private address. */
async function listRequests({ metadata, endpoint }: { readonly metadata: string; readonly endpoint: string }) {
  const requested: string[] = []
  const issuer = 'https://login.example'
  const documents: Readonly<Record<string, object>> = {
    [metadata]: { resource: 'https://mcp.example/mcp', authorization_servers: [issuer] },
    [`${issuer}/.well-known/oauth-authorization-server`]: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: endpoint,
      response_types_supported: ['code'],
    },
  }
  const link = openRemoteServer(
    { url: 'https://mcp.example/mcp', oauth: { grant: 'client_credentials', issuer, ...CLIENT } },
    {
      resolve: async (host) => [host === 'internal.example' ? '10.0.0.7' : '93.184.216.34'],
      fetch: async (url) => {
        requested.push(String(url))
        const document = documents[String(url)]
        if (document !== undefined) return Response.json(document)
        const headers = { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }
        return new Response(null, { status: String(url) === 'https://mcp.example/mcp' ? 401 : 404, headers })
      },
    },
  )
  await expect(link.list()).rejects.toThrow()
  return requested
}

test('metadata and tokens are not requested at a private address, in any document that names one', async () => {
  const [metadata, endpoint] = ['https://mcp.example/metadata', 'https://login.example/token']
  expect(await listRequests({ metadata, endpoint })).toContain(endpoint)
  const hidden = 'https://internal.example/metadata'
  expect(await listRequests({ metadata: hidden, endpoint })).not.toContain(hidden)
  const internal = 'https://internal.example/token'
  const requested = await listRequests({ metadata, endpoint: internal })
  expect(requested).toContain('https://login.example/.well-known/oauth-authorization-server')
  expect(requested).not.toContain(internal)
})
