/** Signs requests as an agent does: RFC 9421 with the test key of that RFC. */
import { serializeDictionary } from 'structured-headers'
import { parseSignatures, signatureBase } from '../../runtime/src/wire/http-signature.ts'

/** RFC 9421 appendix B.1.4. */
export const PUBLIC_KEY = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' }
export const PRIVATE_KEY = { ...PUBLIC_KEY, d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU' }
export const KEY_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'
/** What the servers of these tests take for now, in milliseconds. */
export const NOW = 1_735_690_000_000

export interface Signing {
  readonly method?: string
  /** Absolute; its host becomes the authority. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Default `("@authority")`. */
  readonly components?: string
  /** More parameters, as `;nonce="n1"`. */
  readonly parameters?: string
  /** When it is signed, in milliseconds. Default `NOW`. */
  readonly now?: number
}

/** The headers of a request with its signature added. */
export async function signRequest(signing: Signing): Promise<Record<string, string>> {
  const { method = 'POST', url, headers = {}, components = '("@authority")', parameters = '', now = NOW } = signing
  const seconds = Math.floor(now / 1000)
  const input = `sig1=${components};created=${seconds};expires=${seconds + 60};keyid="${KEY_ID}";tag="web-bot-auth"${parameters}`
  const all: Record<string, string> = { ...headers, 'signature-input': input, signature: 'sig1=:AA==:' }
  const message = { method, url: new URL(url), header: (name: string) => all[name] }
  const [parsed] = parseSignatures(message)
  if (parsed === undefined) throw new Error('unreachable: one signature was written')
  const key = await crypto.subtle.importKey('jwk', PRIVATE_KEY, 'Ed25519', false, ['sign'])
  const bytes = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(signatureBase(message, parsed)))
  return { ...headers, 'signature-input': input, signature: serializeDictionary({ sig1: bytes }) }
}

/** A `Content-Digest` of a text. */
export async function contentDigest(text: string, algorithm: 'sha-256' | 'sha-512' = 'sha-256'): Promise<string> {
  const name = algorithm === 'sha-256' ? 'SHA-256' : 'SHA-512'
  const digest = await crypto.subtle.digest(name, new TextEncoder().encode(text))
  return `${algorithm}=:${Buffer.from(digest).toString('base64')}:`
}
