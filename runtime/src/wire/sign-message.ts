/** Creates RFC 9421 signatures: Ed25519 only, one label at a time. */
import type { InnerList, Parameters } from 'structured-headers'
import { serializeDictionary, serializeInnerList, serializeItem } from 'structured-headers'
import { ed25519Thumbprint } from './http-signature.ts'

/** A private key with its public identification. */
export interface SigningKey {
  readonly key: CryptoKey
  /** RFC 7638 thumbprint. */
  readonly keyId: string
  /** The 32 bytes of the public key, base64url. */
  readonly x: string
}

/**
 * Imports a private Ed25519 JWK as a key that can only sign. Rejects for an invalid key; the error never contains the key.
 */
export async function importSigningKey({ kty, crv, x, d }: JsonWebKey): Promise<SigningKey> {
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || typeof d !== 'string')
    throw new Error('The value is not a private Ed25519 JWK.')
  const jwk = { kty, crv, x }
  const key = await crypto.subtle.importKey('jwk', { ...jwk, d }, 'Ed25519', false, ['sign'])
  // A wrong public key would create signatures that can't be verified.
  const proof = new Uint8Array([1])
  const publicKey = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['verify'])
  const signature = await crypto.subtle.sign('Ed25519', key, proof)
  if (!(await crypto.subtle.verify('Ed25519', publicKey, signature, proof)))
    throw new Error('Its members "x" and "d" belong to different keys.')
  // Exported again to normalize it: the last base64url character has unused bits, and the thumbprint covers the string.
  const written = await crypto.subtle.exportKey('jwk', publicKey)
  return { key, keyId: await ed25519Thumbprint(written), x: written.x as string } // an OKP key has `x`
}

/** A covered component with its value. */
export interface CoveredComponent {
  readonly name: string
  /** `key` and `req`. */
  readonly parameters?: Readonly<Record<string, string | true>>
  readonly value: string
}

/** The parameters of a signature. Times are in seconds. */
interface SignatureTerms {
  readonly label: string
  readonly created: number
  readonly expires: number
  readonly tag: string
  readonly nonce?: string
}

/** Returns the headers `Signature-Input` and `Signature` of a message with these components. */
export async function signMessage(
  components: readonly CoveredComponent[],
  { label, created, expires, tag, nonce }: SignatureTerms,
  { key, keyId }: SigningKey,
): Promise<{ readonly 'signature-input': string; readonly signature: string }> {
  const items = components.map(({ name, parameters = {} }): [string, Parameters] => [
    name,
    new Map(Object.entries(parameters)),
  ])
  const terms = { created, expires, ...(nonce !== undefined && { nonce }), keyid: keyId, tag }
  const input: InnerList = [items, new Map(Object.entries(terms))]
  const lines = components.map(({ value }, index) => {
    const [name, parameters] = items[index] as [string, Parameters] // one for each component
    return `${serializeItem(name, parameters)}: ${value}`
  })
  lines.push(`"@signature-params": ${serializeInnerList(input)}`)
  const bytes = await crypto.subtle.sign('Ed25519', key, new TextEncoder().encode(lines.join('\n')))
  return {
    'signature-input': serializeDictionary(new Map([[label, input]])),
    signature: serializeDictionary(new Map([[label, [bytes, new Map()] as [ArrayBuffer, Parameters]]])),
  }
}
