/** Our agent signs what it sends: another app, which serves signed agents only, knows it. */
import { afterEach, expect, test } from 'vitest'
import { defineAgent } from '../../runtime/src/agent.ts'
import { serve } from '../../runtime/src/host.ts'
import { api } from '../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../runtime/src/server.ts'
import { ask, ran, tidyAfterEach, toldResults, withModel } from './agent-app.ts'
import { KEY_ID, PRIVATE_KEY, PUBLIC_KEY } from './sign-request.ts'

tidyAfterEach()

const KEY_ENV = 'TEST_SIGNING_KEY'
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

/** An app that refuses agents without a signature, and one whose agent uses its tools. */
async function apps(options: FwServerOptions) {
  const agents = { webBotAuth: { keys: [PUBLIC_KEY], require: ['content-digest'] }, policy: 'require' as const }
  const other = await serve(createFwServer({ apis: { docs }, agents, log: () => undefined }), { port: 0, drainMs: 50 })
  open.push(other)
  const steps = [{ calls: [{ name: 'mcp_docs__docs_who', input: {} }] }, { text: 'Done.' }]
  const { model, options: made } = await withModel(steps)
  const mcp = { url: `${other.url}/_fw/mcp`, name: 'docs', allowPrivate: true }
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

test('with a key the other app serves it, and knows the key; the key itself is in no log and no answer', async () => {
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

test('without a key it is refused there, and there is no directory here', async () => {
  const { turn, lines, server } = await apps({ signing: { keyEnv: KEY_ENV } })
  await turn()
  expect(ran).toEqual([])
  expect(lines.join('\n')).toContain(`${KEY_ENV}, which is not set`)
  const answer = await server.fetch(new Request('http://localhost/.well-known/http-message-signatures-directory'))
  expect(answer.status).toBe(404)
})
