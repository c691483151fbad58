/** Messages from other services, such as a mailbox: `POST { from, name?, title?, text, threadId?, id? }`. */
import { type ChannelDef, webhookChannel } from '@fw/runtime/channels'
import { env } from '@fw/runtime/server'
import { receiveMessage } from '../data/tickets.ts'
import { toSiteUrl } from '../server/deliver.ts'

const webhook = webhookChannel({ secret: env.SUPPORT_SECRET })

/** Each message becomes a ticket, and no model is called: staff reads each reply before it is sent. */
export default {
  ...webhook,
  async receive(request) {
    const body: unknown = await request
      .clone()
      .json()
      .catch(() => undefined)
    // Verifies the secret, and the type of each member that it knows.
    const message = await webhook.receive(request)
    if (message === undefined || message instanceof Response) return message
    const { from, name = from, title, id } = readMembers(body)
    if (from === undefined)
      return Response.json({ error: 'from must be the address of the customer.' }, { status: 400 })
    const { text, threadId: thread } = message
    if (text.length > MOST) return Response.json({ error: `text has more than ${MOST} characters.` }, { status: 413 })
    const ticket = receiveMessage({
      customer: from,
      name: name ?? from,
      text,
      channel: 'webhook',
      ...(title !== undefined && { title }),
      ...(thread !== undefined && { thread }),
      ...(id !== undefined && { external: `webhook:${id}` }),
    })
    return Response.json({ ticket: ticket.id, url: toSiteUrl(`/t/${ticket.token}`) })
  },
} satisfies ChannelDef

const MOST = 20_000

function readMembers(body: unknown): Partial<Record<'from' | 'name' | 'title' | 'id', string>> {
  if (typeof body !== 'object' || body === null) return {}
  const members = Object.entries(body).filter(([, value]) => typeof value === 'string' && value.trim() !== '')
  return Object.fromEntries(members)
}
