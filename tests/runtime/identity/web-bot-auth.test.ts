import fc from 'fast-check'
import { serializeDictionary } from 'structured-headers'
import { describe, expect, it } from 'vitest'
import type { NonceStore } from '../../../runtime/src/identity/nonce-store.ts'
import type { AgentsConfig } from '../../../runtime/src/identity/web-bot-auth.ts'
import { createAgentAuth } from '../../../runtime/src/identity/web-bot-auth.ts'
import { ed25519Thumbprint, parseSignatures, signatureBase } from '../../../runtime/src/wire/http-signature.ts'

const PUBLIC = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
const PRIVATE = { ...PUBLIC, d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU' }
const KEY_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'
const NOW = 1_735_690_000

interface Signing {
  components?: string
  parameters?: string
  url?: string
  headers?: Record<string, string>
  label?: string
}

async function signed({
  components = '("@authority")',
  parameters = `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";alg="ed25519";tag="web-bot-auth"`,
  url = 'https://shop.example/_fw/api/a.b',
  headers = {},
  label = 'sig1',
}: Signing = {}): Promise<Request> {
  const input = `${label}=${components}${parameters}`
  const draft = new Request(url, { headers: { ...headers, 'signature-input': input, signature: `${label}=:AA==:` } })
  const message = { method: 'GET', url: new URL(url), header: (name: string) => draft.headers.get(name) ?? undefined }
  const [parsed] = parseSignatures(message)
  const key = await crypto.subtle.importKey('jwk', PRIVATE, 'Ed25519', false, ['sign'])
  const bytes = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(signatureBase(message, parsed!)))
  draft.headers.set('signature', serializeDictionary({ [label]: bytes }))
  return draft
}

function auth(config: Partial<AgentsConfig['webBotAuth']> = {}, now = NOW) {
  return createAgentAuth({ webBotAuth: { keys: [PUBLIC], ...config } }, () => now * 1000)
}

describe('createAgentAuth', () => {
  it('LOW-08 LOW-09 AUT-06 AUT-07 identifies the holder of an allow-listed key', async () => {
    expect(await auth().identify(await signed())).toEqual({ verified: true, keyId: KEY_ID })
  })

  it('AUT-09 the default policy is observe', () => {
    expect(auth().policy).toBe('observe')
    expect(createAgentAuth({ webBotAuth: { keys: [] }, policy: 'require' }).policy).toBe('require')
  })

  it('CTX-04 an unsigned request has no identity', async () => {
    expect(await auth().identify(new Request('https://shop.example/'))).toBeUndefined()
  })

  it('AUT-13 an unknown key has no identity', async () => {
    expect(await auth({ keys: [] }).identify(await signed())).toBeUndefined()
    const other = { ...PUBLIC, x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    expect(await auth({ keys: [other] }).identify(await signed())).toBeUndefined()
    // A known key under another key's name.
    const keyId = await ed25519Thumbprint(other)
    const parameters = `;created=${NOW};expires=${NOW + 60};keyid="${keyId}"`
    expect(await auth({ keys: [PUBLIC, other] }).identify(await signed({ parameters }))).toBeUndefined()
  })

  it('AUT-14 a signature over another authority has no identity', async () => {
    const request = await signed()
    const moved = new Request('https://evil.example/_fw/api/a.b', { headers: request.headers })
    expect(await auth().identify(moved)).toBeUndefined()
  })

  it.each([
    ['expired', `;created=${NOW - 120};expires=${NOW - 31};keyid="${KEY_ID}"`],
    ['from the future', `;created=${NOW + 31};expires=${NOW + 60};keyid="${KEY_ID}"`],
    ['without created', `;expires=${NOW + 60};keyid="${KEY_ID}"`],
    ['without expires', `;created=${NOW};keyid="${KEY_ID}"`],
    ['valid for more than 24 hours', `;created=${NOW};expires=${NOW + 86_401};keyid="${KEY_ID}"`],
    ['expiring before it was made', `;created=${NOW};expires=${NOW - 1};keyid="${KEY_ID}"`],
    ['with a text for created', `;created="${NOW}";expires=${NOW + 60};keyid="${KEY_ID}"`],
    ['without keyid', `;created=${NOW};expires=${NOW + 60}`],
    ['with another algorithm', `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";alg="hmac-sha256"`],
    ['with another tag', `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";tag="other"`],
  ])('AUT-15 a signature %s is treated as anonymous', async (_, parameters) => {
    expect(await auth().identify(await signed({ parameters }))).toBeUndefined()
  })

  it('accepts the edges of the window: 30 s of skew, 24 hours, no tag, no alg', async () => {
    const edge = `;created=${NOW + 30};expires=${NOW + 30 + 86_400};keyid="${KEY_ID}"`
    expect(await auth().identify(await signed({ parameters: edge }))).toBeDefined()
    const late = `;created=${NOW - 90};expires=${NOW - 30};keyid="${KEY_ID}"`
    expect(await auth().identify(await signed({ parameters: late }))).toBeDefined()
  })

  it('needs @authority and all components of `require`', async () => {
    expect(await auth().identify(await signed({ components: '("@method")' }))).toBeUndefined()
    const strict = auth({ require: ['@path'] })
    expect(await strict.identify(await signed())).toBeUndefined()
    expect(await strict.identify(await signed({ components: '("@authority" "@path")' }))).toBeDefined()
  })

  it('a Signature-Agent that the signature does not cover invalidates it', async () => {
    const headers = { 'signature-agent': '"https://agent.example"' }
    expect(await auth().identify(await signed({ headers }))).toBeUndefined()
    const components = '("@authority" "signature-agent")'
    expect(await auth().identify(await signed({ headers, components }))).toBeDefined()
    const added = await signed()
    added.headers.set('signature-agent', '"https://evil.example"')
    expect(await auth().identify(added)).toBeUndefined()
  })

  it('headers above 8 KiB are not read', async () => {
    const nonce = (length: number) =>
      `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";nonce="${'n'.repeat(length)}"`
    expect(await auth().identify(await signed({ parameters: nonce(7_900) }))).toBeDefined()
    expect(await auth().identify(await signed({ parameters: nonce(8_200) }))).toBeUndefined()
  })

  it('an authority with a parameter, or given as one member, is not covered', async () => {
    for (const components of ['("@authority";key="a")', '("@authority";req)', '("@authority";sf)']) {
      const request = await signed()
      const input = request.headers.get('signature-input') ?? ''
      request.headers.set('signature-input', input.replace('("@authority")', components))
      expect(await auth().identify(request)).toBeUndefined()
    }
  })

  it('looks at no more than four labels', async () => {
    const request = await signed()
    const input = request.headers.get('signature-input') ?? ''
    const signature = request.headers.get('signature') ?? ''
    for (const label of ['b', 'c', 'd']) {
      request.headers.append('signature-input', input.replace('sig1', label))
      request.headers.append('signature', signature.replace('sig1', label))
    }
    expect(await auth().identify(request)).toBeDefined()
    request.headers.append('signature-input', input.replace('sig1', 'e'))
    request.headers.append('signature', signature.replace('sig1', 'e'))
    expect(await auth().identify(request)).toBeUndefined()
  })

  it('LIM-10 nonces may be used again by default, and once with a nonce store', async () => {
    const seen = new Set<string>()
    const nonces: NonceStore = {
      claim: async (keyId, nonce) => !seen.has(keyId + nonce) && seen.add(keyId + nonce) !== undefined,
    }
    const parameters = `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";nonce="n1"`
    const request = await signed({ parameters })
    expect(await auth().identify(request)).toBeDefined()
    expect(await auth().identify(request)).toBeDefined()
    const once = auth({ nonces })
    expect(await once.identify(request)).toBeDefined()
    expect(await once.identify(request)).toBeUndefined()
    expect(await once.identify(await signed())).toBeUndefined()
  })

  it('LIM-10 `nonces: true` stores them in memory', async () => {
    const parameters = `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";nonce="n1"`
    const once = auth({ nonces: true })
    const request = await signed({ parameters })
    expect(await once.identify(request)).toBeDefined()
    expect(await once.identify(request)).toBeUndefined()
    expect(await once.identify(await signed({ parameters: parameters.replace('n1', 'n2') }))).toBeDefined()
  })

  it('AUT-16 nonces that cannot be claimed count as used: the store may be away', async () => {
    const nonces: NonceStore = { claim: () => Promise.reject(new Error('away')) }
    const parameters = `;created=${NOW};expires=${NOW + 60};keyid="${KEY_ID}";nonce="n1"`
    expect(await auth({ nonces }).identify(await signed({ parameters }))).toBeUndefined()
  })

  it('refuses a configured key that is private or not Ed25519', () => {
    for (const x of ['', 'short', `${PUBLIC.x}=`, '*'.repeat(43)])
      expect(() => auth({ keys: [{ ...PUBLIC, x }] })).toThrow(/public Ed25519/)
    expect(() => auth({ keys: [PRIVATE] })).toThrow(/public Ed25519/)
    expect(() => auth({ keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }] })).toThrow(/public Ed25519/)
  })

  it.each(['=', 'a', 'a=(', '\u0000', 'a=("@authority");created=9999999999999999', '"', 'a=:x:'])(
    'AUT-14 hostile headers (%j) are treated as anonymous and never throw',
    async (text) => {
      const request = { method: 'GET', url: new URL('https://a.b/'), header: () => text }
      expect(await auth().identify(request)).toBeUndefined()
    },
  )
})

describe('hostile signatures', () => {
  it('AUT-14 if any character of a signed request is changed, it has no identity', async () => {
    const components = '("@authority" "@method" "@path" "@query" "x-order")'
    const original = await signed({ components, url: 'https://shop.example/a?b=c', headers: { 'x-order': '7' } })
    expect(await auth().identify(original)).toBeDefined()
    const names = ['signature-input', 'signature', 'x-order', 'host'] as const
    const parts: Record<string, string> = { host: 'shop.example' }
    for (const [name, value] of original.headers) parts[name] = value
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), fc.nat(), fc.stringMatching(/^[ -~]$/), async (name, at, other) => {
        const value = parts[name] ?? ''
        const index = at % value.length
        const changed = { ...parts, [name]: value.slice(0, index) + other + value.slice(index + 1) }
        // White space around members isn't part of a structured field, and hosts are case-insensitive.
        fc.pre(normal(changed[name] ?? '') !== normal(value) && !(name === 'x-order' && other === ' '))
        const request = {
          method: 'GET',
          url: new URL('https://shop.example/a?b=c'),
          header: (key: string) => changed[key],
        }
        try {
          if (name === 'host') request.url.host = changed.host ?? ''
        } catch {
          return
        }
        if (name === 'host' && request.url.host === 'shop.example') return
        expect(await auth().identify(request)).toBeUndefined()
      }),
      { numRuns: 1_500 },
    )
    for (const [method, url] of [
      ['POST', 'https://shop.example/a?b=c'],
      ['GET', 'https://shop.example/A?b=c'],
      ['GET', 'https://shop.example/a?b=d'],
      ['GET', 'https://shop.example/a'],
    ] as const) {
      const header = (key: string) => parts[key]
      expect(await auth().identify({ method, url: new URL(url), header })).toBeUndefined()
    }
  })

  it('AUT-14 any text in both headers has no identity, and never throws', async () => {
    const word = fc.constantFrom(
      'sig1',
      '=',
      '("@authority")',
      ';',
      'created',
      'expires',
      'keyid',
      `"${KEY_ID}"`,
      String(NOW),
      ':AA==:',
      ',',
      '(',
      ')',
      '"',
      '@',
      '?1',
      '-',
      '1.5',
      '\u0000',
      'ü',
      ' ',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
    )
    await fc.assert(
      fc.asyncProperty(text, text, async (input, signature) => {
        const header = (name: string) =>
          name === 'signature-input' ? input : name === 'signature' ? signature : undefined
        expect(await auth().identify({ method: 'GET', url: new URL('https://a.b/'), header })).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })

  it('a header that throws when it is read has no identity', async () => {
    const header = () => {
      throw new Error('gone')
    }
    expect(await auth().identify({ method: 'GET', url: new URL('https://a.b/'), header })).toBeUndefined()
  })

  it('takes the authority from Host as received, and no Host that is more than a host', async () => {
    const { headers } = await signed()
    const at = (host: string) =>
      auth().identify(new Request('https://elsewhere.example/', { headers: { ...Object.fromEntries(headers), host } }))
    expect(await at('shop.example')).toBeDefined()
    expect(await at('SHOP.example:443')).toBeDefined()
    for (const host of [
      '',
      'shop.example:8443',
      'user@shop.example',
      'shop.example/',
      'shop.example, shop.example',
      'a b',
    ])
      expect(await at(host)).toBeUndefined()
  })
})

function normal(text: string): string {
  return text.replaceAll(/[ \t]+/g, '')
}

it('AUT-06 refuses RFC 9421 B.2.6, whose signature is valid: it has no expires, and its keyid is not a thumbprint', async () => {
  const headers = {
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-length': '18',
    'signature-input':
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
  }
  const request = {
    method: 'POST',
    url: new URL('https://example.com/foo?param=Value&Pet=dog'),
    header: (name: string) => new Headers(headers).get(name) ?? undefined,
  }
  expect(await auth({}, 1_618_884_473).identify(request)).toBeUndefined()
})

/** Appendix of draft-meunier-web-bot-auth-architecture: Ed25519 vectors. */
describe('the published Web Bot Auth vectors', () => {
  const headers = {
    alone: {
      'signature-input':
        'sig1=("@authority");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="mYotfW3CUjI68sbGw6oKd7kyXqPjZEtU8xFPGWFrqOAf5qC6MDe3pys3SWWCudB0MvwslHy32WXUpkR7u0lt/w==";tag="web-bot-auth"',
      signature: 'sig1=:+NA/cssf4Y2bQTMTkyvTGRCaVzp9quyUevdwwMtMOWhhOOZ2T1subBj0BtvdnrpDEuwSAbiTeElXDzHL3WWKCw==:',
    },
    withAgent: {
      'signature-agent': '"https://signature-agent.test"',
      'signature-input':
        'sig2=("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"',
      signature: 'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
    },
    dictionaryAgent: {
      'signature-agent': 'agent2="https://signature-agent.test"',
      'signature-input':
        'sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"',
      signature: 'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
    },
  }
  const request = (extra: Record<string, string>) =>
    new Request('https://example.com/path/to/resource', { headers: extra })

  it('AUT-06 are accepted inside their window', async () => {
    const at = auth({}, 1_735_690_000)
    expect(await at.identify(request(headers.alone))).toEqual({ verified: true, keyId: KEY_ID })
    expect(await at.identify(request(headers.withAgent))).toEqual({ verified: true, keyId: KEY_ID })
  })

  it('AUT-15 are refused after it', async () => {
    expect(await auth({}, 1_735_693_231).identify(request(headers.alone))).toBeUndefined()
  })

  it('the hundred-year vector is true and refused by the 24-hour policy', async () => {
    const { verifyEd25519 } = await import('../../../runtime/src/wire/http-signature.ts')
    const signedRequest = request(headers.dictionaryAgent)
    const message = {
      method: 'GET',
      url: new URL(signedRequest.url),
      header: (name: string) => signedRequest.headers.get(name) ?? undefined,
    }
    const [signature] = parseSignatures(message)
    const key = await crypto.subtle.importKey('jwk', PUBLIC, 'Ed25519', false, ['verify'])
    expect(await verifyEd25519(message, signature!, key)).toBe(true)
    expect(await auth().identify(signedRequest)).toBeUndefined()
  })
})
