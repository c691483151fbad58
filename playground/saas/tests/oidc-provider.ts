/** Starts a certified OpenID Connect provider for all tests, on a free port of this machine. vitest.config.ts names this file. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

const CLIENT = { client_id: 'cadence', client_secret: 'a secret of the tests' }

export default async function startProvider(): Promise<() => Promise<void>> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', createProvider(issuer).callback())
  // The test files inherit the environment.
  process.env.OIDC_ISSUER = issuer
  process.env.OIDC_CLIENT_ID = CLIENT.client_id
  process.env.OIDC_CLIENT_SECRET = CLIENT.client_secret
  return async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}

/** Its accounts are called by their addresses. `unverified@…` has not confirmed its own. */
function createProvider(issuer: string): Provider {
  return new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: ['http://localhost/api/auth/callback/oidc'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The addresses are in the ID token, which better-auth reads.
    conformIdTokenClaims: false,
    cookies: { keys: ['only for tests'] },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: sub, email_verified: !sub.startsWith('unverified'), name: 'Provided' }),
    }),
  })
}
