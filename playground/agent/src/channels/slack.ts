/** A slash command of Slack, such as `/support`, whose message becomes a ticket. */
import { type ChannelDef, slackChannel } from '@fw/runtime/channels'
import { env } from '@fw/runtime/server'
import { receiveMessage } from '../data/tickets.ts'
import { toSiteUrl } from '../server/deliver.ts'

const slack = slackChannel({ signingSecret: env.SLACK_SIGNING_SECRET })

/** No model is called: staff reads each reply before it is sent. */
export default {
  ...slack,
  async receive(request) {
    const copy = request.clone()
    // Verifies the signature.
    const message = await slack.receive(request)
    if (message === undefined || message instanceof Response) return message
    const form = new URLSearchParams(await copy.text())
    const user = form.get('user_id') ?? 'unknown'
    const { text, threadId } = message
    const ticket = receiveMessage({
      customer: `slack:${user}`,
      name: form.get('user_name') ?? user,
      text,
      channel: 'slack',
      ...(threadId !== undefined && { thread: threadId }),
    })
    // `ephemeral`: only the sender sees the link, which opens the ticket.
    const link = toSiteUrl(`/t/${ticket.token}`)
    return Response.json({ response_type: 'ephemeral', text: `We have received it. Read our reply here: ${link}` })
  },
} satisfies ChannelDef
