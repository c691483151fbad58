/**
 * RFC 9421 HTTP Message Signatures of requests: strict parsing, the signature base, and Ed25519 verification. Says whether
 * a signature is true to the message; whether it is good enough is the policy of `identity/web-bot-auth.ts`.
 */
import type { InnerList, Item, Parameters } from 'structured-headers'
import { parseDictionary, serializeDictionary, serializeInnerList, serializeItem } from 'structured-headers'

/** What a signature covers: method, URL and headers of a request, as received. */
export interface SignedMessage {
  readonly method: string
  /** Absolute; its host is the `Host` as received. */
  readonly url: URL
  /** Combined field value by lower-case name. */
  header(name: string): string | undefined
}

/** One covered component: its name and parameters (`key`, `sf`, `bs`, `name`). */
export interface Component {
  readonly name: string
  readonly parameters: Parameters
}

/** One labelled signature of a message. */
export interface MessageSignature {
  readonly label: string
  readonly components: readonly Component[]
  /** `created`, `expires`, `keyid`, `alg`, `nonce`, `tag`. */
  readonly parameters: Parameters
  readonly signature: Uint8Array<ArrayBuffer>
  /** The inner list as it stands in the base. */
  readonly input: InnerList
}

const KNOWN_PARAMETERS = new Set(['created', 'expires', 'keyid', 'alg', 'nonce', 'tag'])
const KNOWN_COMPONENT_PARAMETERS = new Set(['key', 'sf', 'bs', 'name'])

/**
 * The signatures that a message carries, in header order. Throws where `Signature` and `Signature-Input` are not exactly
 * what RFC 9421 and RFC 8941 allow: a duplicate label, component or parameter, an unknown one, a label in one header only.
 */
export function parseSignatures(message: SignedMessage): readonly MessageSignature[] {
  const inputs = parseStrict(message.header('signature-input'))
  const signatures = parseStrict(message.header('signature'))
  if (inputs.size !== signatures.size) throw new Error('Signature and Signature-Input name different labels.')
  return [...inputs].map(([label, input]) => {
    const bytes = signatures.get(label)?.[0]
    if (!(bytes instanceof ArrayBuffer)) throw new Error(`Signature "${label}" is no byte sequence.`)
    if (!isInnerList(input)) throw new Error(`Signature-Input "${label}" is no inner list.`)
    for (const name of input[1].keys())
      if (!KNOWN_PARAMETERS.has(name)) throw new Error(`Unknown signature parameter "${name}".`)
    return {
      label,
      components: readComponents(input),
      parameters: input[1],
      signature: new Uint8Array(bytes),
      input,
    }
  })
}

/** The text that is signed (RFC 9421 section 2.5). Throws when a covered component is missing or not supported. */
export function signatureBase(
  message: SignedMessage,
  signature: Pick<MessageSignature, 'components' | 'input'>,
): string {
  const lines = signature.components.map(
    (component) => `${serializeItem(component.name, component.parameters)}: ${componentValue(message, component)}`,
  )
  lines.push(`"@signature-params": ${serializeInnerList(signature.input)}`)
  return lines.join('\n')
}

/** Whether the signature was made over this message with the private half of `key`. */
export async function verifyEd25519(
  message: SignedMessage,
  signature: MessageSignature,
  key: CryptoKey,
): Promise<boolean> {
  const base = new TextEncoder().encode(signatureBase(message, signature))
  return crypto.subtle.verify('Ed25519', key, signature.signature, base)
}

/** RFC 7638 thumbprint of an Ed25519 public key, base64url. */
export async function ed25519Thumbprint(key: JsonWebKey): Promise<string> {
  const canonical = JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x })
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

// The parser keeps the last of two equal keys. What it kept is written out again and must be what came in, so that a
// duplicate, which two verifiers could read differently, is refused.
function parseStrict(header: string | undefined) {
  if (header === undefined) throw new Error('The message is not signed.')
  const dictionary = parseDictionary(header)
  if (withoutSpace(serializeDictionary(dictionary)) !== withoutSpace(header))
    throw new Error('The signature header is ambiguous.')
  return dictionary
}

function withoutSpace(text: string): string {
  return text.replace(/[ \t]+/g, '')
}

function isInnerList(member: Item | InnerList): member is InnerList {
  return Array.isArray(member[0])
}

function readComponents(input: InnerList): readonly Component[] {
  const seen = new Set<string>()
  return input[0].map(([name, parameters]) => {
    if (typeof name !== 'string' || name !== name.toLowerCase()) throw new Error('A component name is malformed.')
    for (const parameter of parameters.keys())
      if (!KNOWN_COMPONENT_PARAMETERS.has(parameter)) throw new Error(`Unknown component parameter "${parameter}".`)
    const identifier = serializeItem(name, parameters)
    if (seen.has(identifier)) throw new Error(`The component ${identifier} is covered twice.`)
    seen.add(identifier)
    return { name, parameters }
  })
}

function componentValue(message: SignedMessage, { name, parameters }: Component): string {
  if (name.startsWith('@')) return deriveValue(message, name, parameters)
  const raw = message.header(name)
  if (raw === undefined) throw new Error(`The covered header "${name}" is missing.`)
  if (parameters.has('bs') || parameters.has('name')) throw new Error(`Unsupported parameter of "${name}".`)
  const key = parameters.get('key')
  if (typeof key === 'string') {
    const member = parseDictionary(raw).get(key)
    if (member === undefined) throw new Error(`The header "${name}" has no member "${key}".`)
    return isInnerList(member) ? serializeInnerList(member) : serializeItem(member)
  }
  if (parameters.has('sf')) return serializeDictionary(parseDictionary(raw))
  return raw.trim()
}

function deriveValue({ method, url }: SignedMessage, name: string, parameters: Parameters): string {
  if (name === '@query-param') return queryParameter(url, parameters)
  if (parameters.size > 0) throw new Error(`"${name}" takes no parameters.`)
  switch (name) {
    case '@method':
      return method
    case '@target-uri':
      return url.href
    case '@authority':
      return url.host
    case '@scheme':
      return url.protocol.slice(0, -1)
    case '@request-target':
      return url.pathname + url.search
    case '@path':
      return url.pathname
    case '@query':
      return url.search === '' ? '?' : url.search
    default:
      throw new Error(`"${name}" is no component of a request.`)
  }
}

function queryParameter(url: URL, parameters: Parameters): string {
  const name = parameters.get('name')
  if (typeof name !== 'string' || parameters.size !== 1) throw new Error('"@query-param" needs a name.')
  const values = url.searchParams.getAll(decodeURIComponent(name))
  const [value] = values
  if (value === undefined || values.length > 1) throw new Error(`The query has not exactly one "${name}".`)
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
