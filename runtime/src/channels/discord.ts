/** `chatBChannel`: application commands of Discord. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { STRING as ANY_STRING, checkOptions, FUNCTION, type KindsOf, NUMBER } from '#contract/config/check-options.ts'
import type { ChannelDef, ChannelMessage, ChannelReply } from '#contract/http/channel.ts'
import { type Fields, toFields } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { postOnly, refuseChannel, refuseUnconfigured } from './refuse-channel.ts'

/**
 * Options of `discordChannel` (`chatBChannel`): verification of Discord's interactions, and delivery of replies. Times
 * are in milliseconds.
 */
export interface ChatBOptions {
  /** Ed25519 public key of the application, 64 hex digits. If it is undefined or empty, every caller receives 503. */
  readonly publicKey: string | undefined
  /** Time after which a reply is delivered later, through the interaction's webhook. Default 2500; 0 turns this off. */
  readonly deferAfterMs?: number
  /**
   * Returns the subject of a user of Discord (its id) in the app: only this user can approve the calls of the message.
   * Default, and for `undefined`: any user of the app.
   */
  readonly subjectFor?: (userId: string) => string | undefined | Promise<string | undefined>
  /** Delivers late replies. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

const OPTIONS: KindsOf<ChatBOptions> = {
  publicKey: ANY_STRING,
  deferAfterMs: NUMBER,
  subjectFor: FUNCTION,
  fetch: FUNCTION,
  now: FUNCTION,
}

const TOLERANCE_S = 300

/** Maximum length of a message. */
const MAX_MESSAGE_CHARACTERS = 2000

/** Interaction types. */
const PING = 1
const COMMAND = 2
const COMPONENT = 3
const AUTOCOMPLETE = 4
const MODAL = 5
/** Option type of a string. */
const STRING = 3

/** Response types. Discord accepts only certain types for each type of interaction, and no other response. */
const PONG = 1
const MESSAGE = 4
const DEFERRED_MESSAGE = 5
const CHOICES = 8

const EPHEMERAL = 64
const SUPPRESS_EMBEDS = 4

/** Creates a channel. Throws a `TypeError` for an invalid key. */
export function chatBChannel(options: ChatBOptions): ChannelDef {
  checkOptions('discordChannel', options, OPTIONS)
  const { publicKey, deferAfterMs = 2500, now = Date.now } = options
  const send = options.fetch ?? fetch
  const key = publicKey ? ed25519Key(publicKey) : undefined
  const webhooks = new WeakMap<ChannelMessage, string>()
  return {
    ...(key === undefined && { unset: 'publicKey' }),
    async receive(request) {
      if (key === undefined) return refuseUnconfigured('publicKey')
      if (request.method !== 'POST') return postOnly()
      const text = await request.text()
      if (!isSigned(key, request.headers, text, now()))
        return refuseChannel('unauthenticated', 'The signature of this request does not verify.')
      const interaction = toFields(tryParseJson(text))
      if (interaction.type !== COMMAND) return replyWithoutModel(interaction.type)
      const question = findFirstText(toFields(interaction.data).options)
      if (question === undefined) return print({ text: 'Add your question to the command.', error: 'empty' })
      const subject = await options.subjectFor?.(findUserId(interaction))
      const { channel_id: place } = interaction
      const message = {
        text: question,
        ...(typeof place === 'string' && { threadId: `discord:${place}` }),
        ...(subject !== undefined && { subject }),
      }
      const { application_id: app, token } = interaction
      // Both become part of a URL.
      if (isUrlSegment(app) && isUrlSegment(token)) webhooks.set(message, `${app}/${token}`)
      return message
    },
    send: print,
    ...(deferAfterMs > 0 && {
      defer: {
        afterMs: deferAfterMs,
        answer: (message) => (webhooks.has(message) ? Response.json({ type: DEFERRED_MESSAGE }) : undefined),
        async deliver(message, reply) {
          const webhook = webhooks.get(message)
          if (webhook === undefined) return
          const response = await send(`https://discord.com/api/v10/webhooks/${webhook}/messages/@original`, {
            method: 'PATCH',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(content(reply)),
            redirect: 'error',
            signal: AbortSignal.timeout(10_000),
          })
          if (!response.ok) throw new Error(`Discord did not accept the reply: ${response.status}`)
        },
      },
    }),
  }
}

/** SubjectPublicKeyInfo of Ed25519, without the key's 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function ed25519Key(hex: string): KeyObject {
  if (!/^[0-9a-f]{64}$/i.test(hex.trim()))
    throw new TypeError('discordChannel: publicKey must be the 64 hex digits that the platform shows.')
  const bytes = Buffer.concat([SPKI, Buffer.from(hex.trim(), 'hex')])
  return createPublicKey({ key: bytes, format: 'der', type: 'spki' })
}

function isSigned(key: KeyObject, headers: Headers, body: string, now: number): boolean {
  const signature = headers.get('x-signature-ed25519') ?? ''
  const timestamp = headers.get('x-signature-timestamp') ?? ''
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_S) return false
  return verify(null, Buffer.from(timestamp + body), key, Buffer.from(signature, 'hex'))
}

/** Returns the response to an interaction without a question; undefined for a type that isn't known. */
function replyWithoutModel(type: unknown): Response | undefined {
  switch (type) {
    case PING:
      return Response.json({ type: PONG })
    case AUTOCOMPLETE:
      return Response.json({ type: CHOICES, data: { choices: [] } })
    case COMPONENT:
    case MODAL:
      return print({ text: 'This assistant only responds to its command.', error: 'unsupported' })
    default:
      return undefined
  }
}

function isUrlSegment(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.-]{1,512}$/.test(value)
}

/** Returns the id of the sender: `member` in a server, `user` in a direct message. */
function findUserId({ member, user }: Fields): string {
  return String(toFields(toFields(member).user ?? user).id ?? '')
}

/** Returns the first string among the options, including options of subcommands. */
function findFirstText(options: unknown): string | undefined {
  for (const option of Array.isArray(options) ? options : []) {
    const { type, value, options: inner } = toFields(option)
    if (type === STRING && typeof value === 'string' && value.trim() !== '') return value.trim()
    const found = findFirstText(inner)
    if (found !== undefined) return found
  }
  return undefined
}

function print(reply: ChannelReply): Response {
  return Response.json({ type: MESSAGE, data: content(reply) }, { headers: { 'cache-control': 'no-store' } })
}

/**
 * Returns the message content. Errors are shown only to the sender. Text of a model must not notify users, hide a
 * link's target behind a label, hide text behind a click, strike it out, or cause a preview to fetch a URL: the URL could leak what the model has read.
 */
function content({ text, error }: ChannelReply): object {
  const shown = text.replaceAll('](', '] (').replace(/([|~])(?=\1)/g, '$1 ')
  return {
    content: shown.length > MAX_MESSAGE_CHARACTERS ? `${shown.slice(0, MAX_MESSAGE_CHARACTERS - 1)}…` : shown,
    flags: SUPPRESS_EMBEDS | (error === undefined ? 0 : EPHEMERAL),
    allowed_mentions: { parse: [] },
  }
}
