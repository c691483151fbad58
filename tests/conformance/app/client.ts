/**
 * The agent's connection to a remote server, for the client scenarios of the official suite: it logs in, lists the tools, and calls
 * one where a call needs further rights.
 */
import { defineAgent } from '@fw/runtime/agent'
import { createFwServer } from '@fw/runtime/server'
import { scriptedModel } from '@fw/runtime/testing'

const url = process.argv.at(-1) ?? ''
const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env
const { client_id: clientId, client_secret: clientSecret } = JSON.parse(context) as Record<string, string | undefined>

const oauth = scenario.includes('client-credentials')
  ? ({ grant: 'client_credentials', clientId, clientSecret, issuer: await readIssuer() } as const)
  : ({
      grant: 'authorization_code',
      secret: 'a secret of the conformance app, of 32 characters',
      // The document is not fetched by the suite.
      clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
      ...(clientId !== undefined && { clientId, issuer: await readIssuer() }),
      ...(clientSecret !== undefined && { clientSecret }),
    } as const)

const model = await scriptedModel()
const agent = defineAgent(
  { mcp: { url, name: 'suite', allowPrivate: true, oauth, approve: 'never' } },
  { env: model.env() },
)
const server = createFwServer({ agent, data: 'memory' })
const [source] = server.remoteSources
if (oauth.grant === 'authorization_code') await logIn()
await list()
// The server may have another authorization server now.
const tools = await list()
console.log(tools?.map(({ tool }) => tool).join(', '))
if (scenario === 'auth/scope-step-up') {
  const name = tools?.[0]?.name ?? ''
  await callTool(name)
  // A user gives the rights that the call lacked.
  await logIn()
  await callTool(name)
}
await server.close()
await model.close()
process.exit(0)

async function list() {
  return source?.list().catch(async (error: Error) => {
    if (!error.message.includes('fw login')) throw error
    await logIn()
    return source.list()
  })
}

async function callTool(name: string): Promise<void> {
  model.add({ calls: [{ name, input: {} }] }, 'Done.')
  const message = { role: 'user', parts: [{ type: 'text', text: 'Call it.' }] }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '' }
  init.body = JSON.stringify({ messages: [message] })
  await (await server.fetch(new Request('http://localhost/_fw/agent', init))).text()
}

async function logIn(): Promise<void> {
  const login = await server.loginRemote('suite', 'http://localhost:3000/callback')
  // The suite logs its user in at once.
  const response = await fetch(login.url, { redirect: 'manual' })
  await login.finish(new URL(response.headers.get('location') ?? '').searchParams)
}

async function readIssuer(): Promise<string> {
  const { origin, pathname } = new URL(url)
  const metadata = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`)
  const { authorization_servers: [issuer] = [] } = (await metadata.json()) as { authorization_servers?: string[] }
  return issuer ?? ''
}
