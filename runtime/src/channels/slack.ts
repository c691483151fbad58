/** `chatAChannel`: slash commands of Slack. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { checkOptions, FUNCTION, type KindsOf, NUMBER, STRING } from '#contract/config/check-options.ts'
import type { ChannelDef, ChannelMessage, ChannelReply } from '#contract/http/channel.ts'
import { parseQuery } from '#contract/http/query.ts'
import { postOnly, refuseChannel, refuseUnconfigured } from './refuse-channel.ts'

/**
 * Options of `slackChannel` (`chatAChannel`): verification of Slack's requests, and delivery of replies. Times are in
 * milliseconds, unless their names end in seconds.
 */
export interface ChatAOptions {
  /** Signing secret. If it is undefined or empty, every caller receives 503. */
  readonly signingSecret: string | undefined
  /** Maximum age of a request in seconds, also for timestamps in the future. Default 300. */
  readonly toleranceSeconds?: number
  /** Time after which a reply is delivered later, through the command's response URL. Default 2500; 0 turns this off. */
  readonly deferAfterMs?: number
  /**
   * Returns the subject of a user of Slack (`user_id`) in the app: only this user can approve the calls of the message.
   * Default, and for `undefined`: any user of the app.
   */
  readonly subjectFor?: (userId: string) => string | undefined | Promise<string | undefined>
  /** Delivers late replies. Default: the global `fetch`. */
  readonly fetch?: typeof fetch
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

const OPTIONS: KindsOf<ChatAOptions> = {
  signingSecret: STRING,
  toleranceSeconds: NUMBER,
  deferAfterMs: NUMBER,
  subjectFor: FUNCTION,
  fetch: FUNCTION,
  now: FUNCTION,
}

/** Required prefix of URLs for late replies. */
const RESPONSE_URLS = 'https://hooks.slack.com/'

/**
 * Creates a channel for Slack's slash commands: a request that is signed with the app's secret becomes a message, and the
 * reply is sent as its response.
 */
export function chatAChannel(options: ChatAOptions): ChannelDef {
  checkOptions('slackChannel', options, OPTIONS)
  const { signingSecret, toleranceSeconds = 300, deferAfterMs = 2500, now = Date.now } = options
  const send = options.fetch ?? fetch
  const responseUrls = new WeakMap<ChannelMessage, string>()
  return {
    ...(!signingSecret && { unset: 'signingSecret' }),
    async receive(request) {
      if (!signingSecret) return refuseUnconfigured('signingSecret')
      if (request.method !== 'POST') return postOnly()
      const body = await request.text()
      const timestamp = request.headers.get('x-slack-request-timestamp') ?? ''
      const signature = request.headers.get('x-slack-signature') ?? ''
      const age = Math.abs(now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN))
      // NaN, for a malformed timestamp, fails the comparison.
      if (!(age <= toleranceSeconds) || !isSigned(signingSecret, timestamp, body, signature))
        return refuseChannel('unauthenticated', 'The signature of this request does not verify.')
      const form = parseQuery(body)
      if (form.get('ssl_check') === '1') return new Response(null, { status: 200 })
      const text = (form.get('text') ?? '').trim()
      if (text === '') return print({ text: 'Write your question after the command.', error: 'empty' })
      const subject = await options.subjectFor?.(form.get('user_id') ?? '')
      const place = form.get('channel_id') ?? ''
      const message = {
        text,
        ...(place !== '' && { threadId: `slack:${place}` }),
        ...(subject !== undefined && { subject }),
      }
      const url = form.get('response_url') ?? ''
      if (url.startsWith(RESPONSE_URLS)) responseUrls.set(message, url)
      return message
    },
    send: print,
    ...(deferAfterMs > 0 && {
      defer: {
        afterMs: deferAfterMs,
        answer: (message) =>
          responseUrls.has(message) ? Response.json({ response_type: 'ephemeral', text: 'One moment…' }) : undefined,
        async deliver(message, reply) {
          const url = responseUrls.get(message)
          if (url !== undefined) await post(send, url, body(reply))
        },
      },
    }),
  }
}

async function post(send: typeof fetch, url: string, value: object): Promise<void> {
  const response = await send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`Slack did not accept the reply: ${response.status}`)
}

/** `v0=` and the HMAC-SHA256 of `v0:<timestamp>:<raw body>`, in hex. */
function isSigned(secret: string, timestamp: string, body: string, signature: string): boolean {
  const expected = Buffer.from(`v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function print(reply: ChannelReply): Response {
  return Response.json(body(reply), { headers: { 'cache-control': 'no-store' } })
}

/**
 * Returns the message content. Errors are shown only to the sender. Escaping prevents that `<!channel>` notifies users and
 * that a link hides its target. Previews are off, because a URL of a model could leak what it has read.
 */
function body({ text, error }: ChannelReply): object {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const type = error === undefined ? 'in_channel' : 'ephemeral'
  return { response_type: type, text: escaped, unfurl_links: false, unfurl_media: false }
}
