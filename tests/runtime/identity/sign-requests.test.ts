import { describe, expect, it } from 'vitest'
import { createRequestSigner, proveDirectory, type SigningDeps } from '../../../runtime/src/identity/sign-requests.ts'
import { createAgentAuth } from '../../../runtime/src/identity/web-bot-auth.ts'
import { importSigningKey } from '../../../runtime/src/wire/sign-message.ts'
import { KEY_ID, NOW, PRIVATE_KEY, PUBLIC_KEY } from '../../http/sign-request.ts'

const SITE = 'https://tea.example'
const warned: string[] = []
const createDeps = (more: Partial<SigningDeps> = {}): SigningDeps => ({
  env: { KEY: JSON.stringify(PRIVATE_KEY) },
  now: () => NOW,
  siteUrl: SITE,
  warn: (message) => warned.push(message),
  ...more,
})
const signer = (more?: Partial<SigningDeps>) => {
  warned.length = 0
  const opened = createRequestSigner({ keyEnv: 'KEY' }, createDeps(more))
  if (opened === undefined) throw new Error('There is no signer.')
  return opened
}

const auth = createAgentAuth(
  {
    webBotAuth: {
      keys: [PUBLIC_KEY],
      require: ['@method', '@path', 'content-digest', 'signature-agent'],
      nonces: true,
    },
  },
  () => NOW,
)
const request = { method: 'POST', url: 'https://docs.example:8443/mcp?a=1', body: '{"a":1}' }

describe('requests of the agent', () => {
  it('is accepted by our own verifier, once, and names where the key is', async () => {
    const headers = await signer().sign(request)
    expect(headers['signature-agent']).toBe('fw="https://tea.example"')
    expect(headers['signature-input']).toContain('"signature-agent";key="fw"')
    const sent = () => new Request(request.url, { method: 'POST', headers, body: request.body })
    expect(await auth.identify(sent())).toEqual({ verified: true, keyId: KEY_ID })
    expect(await auth.identify(sent())).toBeUndefined()
    expect(warned).toEqual([])
  })

  it('counts for a minute, with a nonce of its own each time', async () => {
    const { sign } = signer()
    const [one = '', other = ''] = [await sign(request), await sign(request)].map(
      (headers) => headers['signature-input'],
    )
    const seconds = NOW / 1000
    expect(one).toContain(`;created=${seconds};expires=${seconds + 60};`)
    expect(one).toContain(`;keyid="${KEY_ID}";tag="web-bot-auth"`)
    const nonceOf = (input: string) => /nonce="([^"]+)"/.exec(input)?.[1]
    expect(nonceOf(one)).toMatch(/^[\w-]{32}$/)
    expect(nonceOf(one)).not.toBe(nonceOf(other))
  })

  it.each([
    ['another method', { method: 'PUT' }],
    ['another path', { url: 'https://docs.example:8443/other?a=1' }],
    ['another host', { url: 'https://evil.example/mcp?a=1' }],
    ['another query', { url: 'https://docs.example:8443/mcp?a=2' }],
    ['another agent', { agent: 'fw="https://evil.example"' }],
  ])('is of no use for %s', async (_title, change: { method?: string; url?: string; agent?: string }) => {
    const { method = 'POST', url = request.url, agent } = change
    const headers = { ...(await signer().sign(request)), ...(agent !== undefined && { 'signature-agent': agent }) }
    expect(await auth.identify(new Request(url, { method, headers, body: request.body }))).toBeUndefined()
  })

  it('names no agent without a site with https, and covers the digest of an empty body', async () => {
    const bare = signer({ siteUrl: 'http://localhost:3000' })
    const headers = await bare.sign({ method: 'get', url: 'https://docs.example/mcp' })
    expect(Object.keys(headers)).toEqual(['content-digest', 'signature-input', 'signature'])
    expect(warned).toEqual([expect.stringContaining('siteUrl with https')])
    const open = createAgentAuth(
      { webBotAuth: { keys: [PUBLIC_KEY], require: ['@method', 'content-digest'] } },
      () => NOW,
    )
    expect(await open.identify(new Request('https://docs.example/mcp', { headers }))).toMatchObject({ verified: true })
  })
})

describe('the key', () => {
  it('is read from the environment; without it nothing is signed, with a warning', () => {
    warned.length = 0
    expect(createRequestSigner({ keyEnv: 'KEY' }, createDeps({ env: {} }))).toBeUndefined()
    expect(warned).toEqual(['signing.keyEnv names KEY, which is not set. Requests of the agent are not signed.'])
  })

  it('has one id, however its last character is written', async () => {
    const x = PUBLIC_KEY.x.replace(/s$/, 't')
    expect(await importSigningKey({ ...PRIVATE_KEY, x })).toMatchObject({ keyId: KEY_ID, x: PUBLIC_KEY.x })
  })

  it.each([
    ['no JSON', 'secret-words'],
    ['a public key', JSON.stringify(PUBLIC_KEY)],
    ['another kind', JSON.stringify({ ...PRIVATE_KEY, crv: 'X25519' })],
    ['halves of two keys', JSON.stringify({ ...PRIVATE_KEY, x: 'KrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' })],
  ])('that is %s is refused, and shown nowhere', async (_title, value) => {
    warned.length = 0
    let message = ''
    try {
      const opened = createRequestSigner({ keyEnv: 'KEY' }, createDeps({ env: { KEY: value } }))
      await opened?.sign(request)
    } catch (error) {
      message = `${(error as Error).stack} ${JSON.stringify(error)} ${String((error as Error).cause)}`
    }
    expect(message).toContain('KEY does not contain a private Ed25519 key')
    for (const text of [message, ...warned]) {
      expect(text).not.toContain(PRIVATE_KEY.d)
      expect(text).not.toContain('secret-words')
    }
  })
})

describe('the directory', () => {
  const body = `{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"${KEY_ID}","x":"${PUBLIC_KEY.x}","use":"sig"}]}`

  it('matches the example of the draft, and so does its proof', async () => {
    expect((await signer().directory('tea.example')).body).toBe(body)
    const key = await importSigningKey(PRIVATE_KEY)
    expect(await proveDirectory(body, 'signature-agent.test', 1735689600, 4889289600, key)).toEqual({
      'content-digest': 'sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:',
      'signature-input': `binding=("@authority";req "content-digest");created=1735689600;expires=4889289600;keyid="${KEY_ID}";tag="http-message-signatures-directory"`,
      signature: 'binding=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:',
    })
  })

  it('is proved for the name of the site only: another one would help who copies it', async () => {
    const { headers } = await signer().directory('tea.example')
    expect(headers).toMatchObject({
      'content-type': 'application/http-message-signatures-directory+json',
      'signature-input': expect.stringContaining('tag="http-message-signatures-directory"'),
    })
    for (const host of ['evil.example', undefined])
      expect((await signer().directory(host)).headers).not.toHaveProperty('signature')
    expect((await signer({ siteUrl: undefined }).directory('tea.example')).headers).not.toHaveProperty('signature')
  })
})
