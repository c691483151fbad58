/**
 * RFC 9421 HTTP Message Signatures of requests: strict parsing, the signature base, and Ed25519 verification. Decides
 * whether a signature matches the message; `identity/web-bot-auth.ts` decides whether it is sufficient.
 */
import type { InnerList, Item, Parameters } from 'structured-headers'
import { parseDictionary, serializeDictionary, serializeInnerList, serializeItem } from 'structured-headers'

/** The data that a signature can cover: method, URL and headers of a request, as received. */
export interface SignedMessage {
  readonly method: string
  /** Absolute URL; its host is the `Host` as received. */
  readonly url: URL
  /** Returns the combined field value of a header by its lower-case name. */
  header(name: string): string | undefined
}

/** A covered component: its name and parameters (`key`, `sf`, `bs`, `name`). */
interface Component {
  readonly name: string
  readonly parameters: Parameters
}

/** A labelled signature of a message. */
export interface MessageSignature {
  readonly label: string
  readonly components: readonly Component[]
  /** `created`, `expires`, `keyid`, `alg`, `nonce`, `tag`. */
  readonly parameters: Parameters
  readonly signature: Uint8Array<ArrayBuffer>
  /** The inner list as it appears in the signature base. */
  readonly input: InnerList
}

const KNOWN_PARAMETERS = new Set(['created', 'expires', 'keyid', 'alg', 'nonce', 'tag'])
const KNOWN_COMPONENT_PARAMETERS = new Set(['key', 'sf', 'bs', 'name'])

/**
 * Returns the signatures of a message, in header order. Throws if `Signature` and `Signature-Input` violate RFC 9421 or RFC
 * 8941: a duplicate label, component or parameter, an unknown one, a label in one header only.
 */
export function parseSignatures(message: SignedMessage): readonly MessageSignature[] {
  const inputs = parseStrict(message.header('signature-input'))
  const signatures = parseStrict(message.header('signature'))
  if (inputs.size !== signatures.size) throw new Error('Signature and Signature-Input name different labels.')
  return [...inputs].map(([label, input]) => {
    const bytes = signatures.get(label)?.[0]
    if (!(bytes instanceof ArrayBuffer)) throw new Error(`Signature "${label}" is not a byte sequence.`)
    if (!isInnerList(input)) throw new Error(`Signature-Input "${label}" is not an inner list.`)
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

/** Returns the signature base (RFC 9421 section 2.5). Throws if a covered component is missing or not supported. */
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

/** Whether the private key of `key` has signed this message. */
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

// The parser keeps the last of two equal keys. Its result is serialized again and must equal the input, so that duplicates,
// which two verifiers could interpret differently, are refused.
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
      throw new Error(`"${name}" is not a component of a request.`)
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
