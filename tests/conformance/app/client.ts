/** The agent's connection to a remote server, for the client scenarios of the official suite: it logs in, and lists the tools. */
import { defineAgent } from '@fw/runtime/agent'
import { createFwServer } from '@fw/runtime/server'

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

const agent = defineAgent({ mcp: { url, name: 'suite', allowPrivate: true, oauth } })
const server = createFwServer({ agent, data: 'memory' })
const [source] = server.remoteSources
if (oauth.grant === 'authorization_code') await logIn()
await list()
// The server may have another authorization server now.
console.log((await list())?.map(({ tool }) => tool).join(', '))
await server.close()
process.exit(0)

async function list() {
  return source?.list().catch(async (error: Error) => {
    if (!error.message.includes('fw login')) throw error
    await logIn()
    return source.list()
  })
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
