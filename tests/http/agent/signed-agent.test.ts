/** An agent of fw signs its requests: another app that serves signed agents only verifies it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SendMessageRequest } from '@a2a-js/sdk'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { afterEach, expect, test } from 'vitest'
import { defineAgent } from '../../../runtime/src/agent.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions, signedFetch } from '../../../runtime/src/server.ts'
import { ask, ran, tidyAfterEach, toldResults, withModel } from '../agent-app.ts'
import { KEY_ID, PRIVATE_KEY, PUBLIC_KEY } from '../sign-request.ts'

tidyAfterEach()

const KEY_ENV = 'TEST_SIGNING_KEY'
const SITE = 'https://docs.example'
const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  delete process.env[KEY_ENV]
  for (const one of open.splice(0)) await one.close()
})

const docs = {
  who: api({
    description: 'Says who calls.',
    readonly: true,
    run: ({ ctx }) => {
      ran.push(`who ${ctx.agent?.keyId}`)
      return { key: ctx.agent?.keyId ?? 'nobody' }
    },
  }),
}

/** An app that refuses agents without a signature. */
async function strictApp() {
  const agents = { webBotAuth: { keys: [PUBLIC_KEY], require: ['content-digest'] }, policy: 'require' as const }
  const server = createFwServer({ apis: { docs }, agents, siteUrl: SITE, log: () => undefined })
  const other = await serve(server, { port: 0, drainMs: 50 })
  open.push(other)
  return other
}

/** That, and one whose agent uses its tools. */
async function apps(options: FwServerOptions) {
  const other = await strictApp()
  const steps = [{ calls: [{ name: 'mcp_docs__docs_who', input: {} }] }, { text: 'Done.' }]
  const { model, options: made } = await withModel(steps)
  const mcp = { url: `${other.url}/_fw/mcp`, name: 'docs', allowPrivate: true, trustHints: true }
  const agent = defineAgent({ mcp }, { env: model.env('anthropic') })
  const lines: string[] = []
  const server = createFwServer({ ...made, agent, log: (line) => void lines.push(JSON.stringify(line)), ...options })
  open.push(server)
  const turn = async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ask('Go.')) }
    await server.fetch(new Request('http://localhost/_fw/agent', init))
  }
  return { server, model, lines, turn }
}

test('with a key the other app serves it, and verifies the key; the private key is in no log and no response', async () => {
  process.env[KEY_ENV] = JSON.stringify(PRIVATE_KEY)
  const { turn, model, lines, server } = await apps({ signing: { keyEnv: KEY_ENV }, siteUrl: 'https://tea.example' })
  await turn()
  expect(ran).toEqual([`who ${KEY_ID}`])
  expect(JSON.stringify(toldResults(model))).toContain(KEY_ID)
  const answer = await server.fetch(
    new Request('https://tea.example/.well-known/http-message-signatures-directory', {
      headers: { host: 'tea.example' },
    }),
  )
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/http-message-signatures-directory+json')
  expect(answer.headers.get('signature')).toMatch(/^binding=:/)
  const text = await answer.text()
  expect(JSON.parse(text)).toEqual({ keys: [{ ...PUBLIC_KEY, kid: KEY_ID, use: 'sig' }] })
  expect([text, ...lines].join('\n')).not.toContain(PRIVATE_KEY.d)
})

test('without a key the other app refuses it, and this app has no directory', async () => {
  const { turn, lines, server } = await apps({ signing: { keyEnv: KEY_ENV } })
  await turn()
  expect(ran).toEqual([])
  expect(lines.join('\n')).toContain(`${KEY_ENV}, which is not set`)
  const answer = await server.fetch(new Request('http://localhost/.well-known/http-message-signatures-directory'))
  expect(answer.status).toBe(404)
})

/** Responses of the other app to the official A2A client, which sends with `signedFetch`. */
async function askByA2a(other: { readonly url: string }): Promise<unknown> {
  // The card names the public origin; the tests have only this machine's.
  const at = (url: unknown) => String(url).replace(SITE, other.url)
  const here: typeof fetch = (url, init) => fetch(at(url), init)
  const signed = signedFetch({ keyEnv: KEY_ENV, siteUrl: 'https://tea.example' })
  const fetchImpl: typeof fetch = (url, init) => signed(at(url), init)
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl: here }),
  })
  const client = await new ClientFactory(options).createFromUrl(SITE)
  const parts = [{ data: { tool: 'docs.who', input: {} } }]
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts }
  return client.sendMessage(SendMessageRequest.fromJSON({ message }))
}

test('a client for A2A is known by the same key, and refused without it', async () => {
  const other = await strictApp()
  await expect(askByA2a(other)).rejects.toThrow()
  expect(ran).toEqual([])
  process.env[KEY_ENV] = JSON.stringify(PRIVATE_KEY)
  expect(JSON.stringify(await askByA2a(other))).toContain(KEY_ID)
  expect(ran).toEqual([`who ${KEY_ID}`])
})

test('signedFetch signs bodies of every kind, and no redirect carries the signature elsewhere', async () => {
  process.env[KEY_ENV] = JSON.stringify(PRIVATE_KEY)
  const other = await strictApp()
  const send = signedFetch({ keyEnv: KEY_ENV })
  const url = `${other.url}/_fw/api/docs.who`
  const headers = { 'content-type': 'application/json' }
  const bytes = new TextEncoder().encode('{}')
  const bodies = ['{}', bytes, new Blob([bytes]), new Blob([bytes]).stream()]
  for (const body of bodies) {
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    expect(await (await send(url, init)).json()).toEqual({ ok: true, result: { key: KEY_ID } })
    expect(await (await send(new Request(url, { ...init, body: '{}' }))).json()).toMatchObject({ ok: true })
  }
  const { port, close } = await redirecting(url)
  const away = `http://127.0.0.1:${port}/`
  await expect(send(away)).rejects.toThrow()
  expect((await send(away, { redirect: 'manual' })).status).toBe(307)
  close()
  process.env[KEY_ENV] = 'no key'
  await expect(signedFetch({ keyEnv: KEY_ENV })(url)).rejects.toThrow(
    /TEST_SIGNING_KEY does not contain a private Ed25519 key/,
  )
})

test('signedFetch signs a request without a body for a server that requires the digest of every body', async () => {
  process.env[KEY_ENV] = JSON.stringify(PRIVATE_KEY)
  const other = await strictApp()
  const send = signedFetch({ keyEnv: KEY_ENV })
  for (const method of ['GET', 'HEAD']) expect((await send(`${other.url}/_fw/manifest`, { method })).status).toBe(200)
  expect(await (await send(`${other.url}/_fw/manifest`)).json()).toMatchObject({ fw: '1' })
})

async function redirecting(location: string): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((_request, response) => response.writeHead(307, { location }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
