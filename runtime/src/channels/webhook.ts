/** `webhookChannel`: JSON requests and responses for any client. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Attachment } from '#contract/agent/message.ts'
import { checkOptions, type KindsOf, STRING } from '#contract/config/check-options.ts'
import type { ChannelDef, ChannelMessage } from '#contract/http/channel.ts'
import { isRecord } from '#contract/is-object.ts'
import { isBase64 } from '#contract/schema/base64.ts'
import { readBearerToken } from '#wire/bearer-token.ts'
import { postOnly, refuseChannel, refuseUnconfigured } from './refuse-channel.ts'

/** Options of `webhookChannel`. */
export interface WebhookOptions {
  /** The bearer token that callers must send. If it is undefined or empty, every caller receives 503. */
  readonly secret: string | undefined
}

const OPTIONS: KindsOf<WebhookOptions> = { secret: STRING }

/**
 * Creates a channel for `POST { text, attachments?, threadId?, path?, subject? }` with `authorization: Bearer <secret>`. It
 * responds with `{ text, threadId?, approvals?, error? }`.
 */
export function webhookChannel(options: WebhookOptions): ChannelDef {
  checkOptions('webhookChannel', options, OPTIONS)
  const { secret } = options
  const isSecret = secret ? equals(secret) : undefined
  return {
    ...(isSecret === undefined && { unset: 'secret' }),
    async receive(request) {
      if (isSecret === undefined) return refuseUnconfigured('secret')
      if (request.method !== 'POST') return postOnly()
      const token = readBearerToken(request.headers.get('authorization'))
      if (token === undefined || !isSecret(token))
        return refuseChannel('unauthenticated', 'Send authorization: Bearer <secret>.', {
          'www-authenticate': 'Bearer',
        })
      return readMessage(await request.json().catch(() => undefined))
    },
    send({ text, threadId, approvals, error }) {
      const body = {
        text,
        ...(threadId !== undefined && { threadId }),
        ...(approvals !== undefined && { approvals }),
        ...(error !== undefined && { error }),
      }
      return Response.json(body, { headers: { 'cache-control': 'no-store' } })
    },
  }
}

function isAttachment(value: unknown): value is Attachment {
  if (!isRecord(value)) return false
  const { mediaType, data, name = '' } = value
  return typeof mediaType === 'string' && typeof data === 'string' && isBase64(data) && typeof name === 'string'
}

/** Compares in constant time, independent of the lengths. */
function equals(secret: string): (token: string) => boolean {
  const digest = sha256(secret)
  return (token) => timingSafeEqual(sha256(token), digest)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function readMessage(body: unknown): ChannelMessage | Response | undefined {
  if (!isRecord(body)) return refuseChannel('invalid_json', 'Send a JSON object: { "text": "…" }.')
  const { text, threadId, path, attachments, subject } = body
  if (typeof text !== 'string') return refuseChannel('invalid_request', 'text must be a string.')
  if (threadId !== undefined && typeof threadId !== 'string')
    return refuseChannel('invalid_request', 'threadId must be a string.')
  if (path !== undefined && (typeof path !== 'string' || !path.startsWith('/')))
    return refuseChannel('invalid_request', 'path must be a path of the app, such as /orders/5.')
  if (attachments !== undefined && !(Array.isArray(attachments) && attachments.every(isAttachment)))
    return refuseChannel(
      'invalid_request',
      'attachments must be a list of { mediaType, data, name? }, with data in base64.',
    )
  if (subject !== undefined && (typeof subject !== 'string' || subject === ''))
    return refuseChannel('invalid_request', 'subject must be the subject of a user of the app: a non-empty string.')
  if (text.trim() === '' && attachments === undefined) return undefined
  return {
    text,
    ...(attachments !== undefined && { attachments }),
    ...(threadId !== undefined && { threadId }),
    ...(path !== undefined && { path }),
    ...(subject !== undefined && { subject }),
  }
}
