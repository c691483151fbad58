/**
 * Receipts of live reads: what a read depended on, sealed for the server. The browser compares the first two parts and sends
 * the whole back; it can't read or change the rest.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Versions } from '#cache/live-tags.ts'
import type { ReadCall, ReadVersions } from '#contract/live/read-tags.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import type { ReceiptKey, ReceiptKeys } from './receipt-keys.ts'

/** An opened receipt. */
export interface OpenReceipt {
  /** Sorted tags. */
  readonly tags: readonly string[]
  /** Keyed hash of the versions of the tags when the data was read; empty if they weren't known. */
  readonly versions: string
  /** Absent for a page, and for a call whose input is too long. */
  readonly call: ReadCall | undefined
}

export interface Receipts {
  /** Resolves when the key is known. Await it before the other functions. */
  ready(): Promise<void>
  /**
   * Creates the receipt of a read; undefined for a read without tags, which never changes.
   *
   * @param subject The caller, who alone can use the receipt. Undefined: every caller can.
   */
  create(read: ReadVersions, subject: string | undefined, call?: ReadCall): Promise<string | undefined>
  /** Opens a receipt. Returns undefined for another's receipt, and for one that was changed or that another key sealed. */
  open(receipt: string, subject: string | undefined): OpenReceipt | undefined
  /** Returns the state of tags as in a receipt; empty if a version isn't known. */
  hashVersions(versions: readonly (Versions | undefined)[]): string
}

/** Receipts are compared by these parts only, so that they needn't be secret: 48 bits. */
const HASH_LENGTH = 8
/** Of the key of one receipt: a server may seal more receipts than one key of AES-GCM allows with random IVs. */
const SALT_BYTES = 16
const NO_IV = Buffer.alloc(12)
const TAG_BYTES = 16
/** The length of a receipt shows the length of its tags only roughly. */
const PADDING = 48
/** A read with a longer input isn't repeated by the server: its receipt would be too long for a header. */
const MAX_INPUT = 2_000

/** `isShared`: whether the versions and the key are those of a store that several processes use. */
export function createReceipts(keys: ReceiptKeys, isShared: boolean): Receipts {
  const describe = (versions: readonly (Versions | undefined)[]): string | undefined => {
    let text = 'versions'
    for (const version of versions) {
      if (version === undefined) return undefined
      text += `\n${isShared ? version.shared : version.here}`
    }
    return text
  }
  const hashVersions = (key: ReceiptKey, versions: readonly (Versions | undefined)[]): string => {
    const text = describe(versions)
    return text === undefined ? '' : hash(key, text)
  }
  return {
    async ready() {
      await keys.current()
    },
    async create({ tags, versions }, subject, call) {
      if (tags.length === 0) return undefined
      const made = keys.current()
      const key = made instanceof Promise ? await made : made
      const owner = subject === undefined ? '' : hash(key, `subject\n${subject}`)
      const readable = `${hash(key, `tags\n${owner}\n${tags.join('\n')}`)}.${hashVersions(key, versions)}`
      return `${readable}.${seal(key, readable, [owner, tags, ...listCall(call)])}`
    },
    open(receipt, subject) {
      const [tagsHash, versions, sealed, ...rest] = receipt.split('.')
      if (tagsHash === undefined || versions === undefined || sealed === undefined || rest.length > 0) return undefined
      for (const key of keys.list()) {
        const content = unseal(key, `${tagsHash}.${versions}`, sealed)
        if (content === undefined) continue
        const [owner, tags, tool, input] = content
        if (owner !== '' && (subject === undefined || owner !== hash(key, `subject\n${subject}`))) return undefined
        return { tags, versions, call: tool === undefined ? undefined : { tool, input } }
      }
      return undefined
    },
    hashVersions(versions) {
      const [key] = keys.list()
      return key === undefined ? '' : hashVersions(key, versions)
    },
  }
}

type Content = readonly [owner: string, tags: readonly string[], tool?: string, input?: unknown]

function listCall(call: ReadCall | undefined): readonly [] | readonly [string, unknown] {
  if (call === undefined || JSON.stringify(call.input ?? null).length > MAX_INPUT) return []
  return [call.tool, call.input]
}

function hash(key: ReceiptKey, text: string): string {
  return createHmac('sha256', key.hash).update(text).digest('base64url').slice(0, HASH_LENGTH)
}

function seal(key: ReceiptKey, readable: string, content: Content): string {
  const salt = randomBytes(SALT_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveOnce(key, salt), NO_IV, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(readable))
  const text = Buffer.from(JSON.stringify(content))
  // JSON ignores spaces at its end.
  const padded = Buffer.alloc(Math.ceil(text.length / PADDING) * PADDING, ' ')
  text.copy(padded)
  return Buffer.concat([salt, cipher.update(padded), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function unseal(key: ReceiptKey, readable: string, sealed: string): Content | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= SALT_BYTES + TAG_BYTES) return undefined
  const once = deriveOnce(key, bytes.subarray(0, SALT_BYTES))
  const decipher = createDecipheriv('aes-256-gcm', once, NO_IV, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(readable))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(SALT_BYTES, -TAG_BYTES)), decipher.final()]).toString()
    const content = tryParseJson(text)
    // Only a server of this app has sealed it.
    return Array.isArray(content) ? (content as unknown as Content) : undefined
  } catch {
    return undefined
  }
}

/** Returns the key of the receipt with this salt. */
function deriveOnce({ seal: root }: ReceiptKey, salt: Buffer): Buffer {
  return createHmac('sha256', root).update(salt).digest()
}
