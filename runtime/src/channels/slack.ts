/** `chatAChannel`: slash commands of Slack (spec: Channels; decisions: Channels). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ChannelDef, ChannelMessage, ChannelReply } from '#contract/channel.ts'
import { checkOptions, FUNCTION, type KindsOf, NUMBER, STRING } from '#contract/check-options.ts'
import { postOnly, refuseChannel, refuseUnconfigured } from './refuse.ts'

/**
 * How `slackChannel` (`chatAChannel`) knows that a message is Slack's, and how it answers. Times are in milliseconds
 * unless their name says seconds.
 */
export interface ChatAOptions {
  /** Unset or empty: every caller gets 503. */
  readonly signingSecret: string | undefined
  /** Age of a request in seconds, in both directions of time. Default 300. */
  readonly toleranceSeconds?: number
  /** An answer that takes longer comes later, through the command's response URL. Default 2500; 0: never. */
  readonly deferAfterMs?: number
  /** Delivers late answers. Default: the global one. */
  readonly fetch?: typeof fetch
  /** Clock in epoch milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

const OPTIONS: KindsOf<ChatAOptions> = {
  signingSecret: STRING,
  toleranceSeconds: NUMBER,
  deferAfterMs: NUMBER,
  fetch: FUNCTION,
  now: FUNCTION,
}

/** Where late answers may go. */
const RESPONSE_URLS = 'https://hooks.slack.com/'

/** Slash commands of Slack: what is signed with the app's secret becomes a message, and a reply the answer to it. */
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
      // NaN is no age at all.
      if (!(age <= toleranceSeconds) || !isSigned(signingSecret, timestamp, body, signature))
        return refuseChannel('unauthenticated', 'The signature of this request does not verify.')
      const form = new URLSearchParams(body)
      if (form.get('ssl_check') === '1') return new Response(null, { status: 200 })
      const text = (form.get('text') ?? '').trim()
      if (text === '') return print({ text: 'Write your question behind the command.', error: 'empty' })
      const message = { text, threadId: `slack:${form.get('channel_id') ?? ''}` }
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
  if (!response.ok) throw new Error(`Slack did not take the answer: ${response.status}`)
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
 * What went wrong is for the sender alone. Escaped, nobody is notified by `<!channel>` and no link hides another; nothing
 * fetches an address that a model has written, since the address itself could say what it has read.
 */
function body({ text, error }: ChannelReply): object {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const type = error === undefined ? 'in_channel' : 'ephemeral'
  return { response_type: type, text: escaped, unfurl_links: false, unfurl_media: false }
}
