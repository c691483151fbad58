import type { PageMeta, PageProps } from '@fw/runtime'
import { resolveModel, setupCard } from '@fw/runtime/agent'
import { Show } from 'solid-js'
import { CustomerFacts } from '../../components/customer-facts.tsx'
import { History } from '../../components/history.tsx'
import { MessageList } from '../../components/message-list.tsx'
import { PendingCalls } from '../../components/pending-calls.tsx'
import { RefundForm, RefundList } from '../../components/refunds.tsx'
import { ReplyForm } from '../../components/reply-form.tsx'
import { Status } from '../../components/status.tsx'
import { TicketAssistant } from '../../components/ticket-assistant.tsx'
import { Time } from '../../components/time.tsx'
import { readConversation } from '../../data/conversations.ts'
import { listAsked, listEvents } from '../../data/events.ts'
import { requireStaff } from '../../require-staff.ts'
import { close, get } from '../../server/tickets.api.ts'

export const meta: PageMeta = { title: 'Ticket · Support desk', robots: { index: false } }

export default async function TicketPage({ ctx, params }: PageProps<'/inbox/[id=integer]'>) {
  requireStaff(ctx)
  const ticket = await get({ id: Number(params.id) })
  const { id, customer } = ticket
  const pending = listAsked(id).map(({ proposal, text }) => ({ id: proposal ?? '', text }))
  const stored = ctx.userId === undefined ? undefined : readConversation(id, ctx.userId)
  const hasModel = resolveModel(undefined, process.env) !== undefined
  return (
    <>
      <div class="head">
        <h1>{ticket.title}</h1>
        <Status ticket={ticket} />
      </div>
      <p class="quiet">
        Ticket {id} · {ticket.name} · {customer} · {ticket.channel} · <Time at={ticket.openedAt} />
      </p>
      <div class="columns">
        <div>
          <Show when={pending.length > 0}>
            <PendingCalls calls={pending} />
          </Show>
          <MessageList messages={ticket.messages} />
          <ReplyForm ticket={ticket} />
          <div class="actions">
            <RefundForm ticket={ticket} />
            <Show when={ticket.status !== 'closed'}>
              <form action={close}>
                <input type="hidden" name="id" value={id} />
                <button type="submit" class="plain">
                  Close the ticket
                </button>
              </form>
            </Show>
          </div>
        </div>
        <div>
          <section class="card" aria-labelledby="agent">
            <h2 id="agent">Agent</h2>
            <TicketAssistant
              ticket={id}
              {...(stored === undefined ? {} : { stored })}
              {...(hasModel ? {} : { setup: setupCard(process.env.FW_MODEL).message })}
            />
          </section>
          <CustomerFacts ticket={id} facts={ticket.facts} />
          <RefundList refunds={ticket.refunds} />
          <History events={listEvents(id)} />
        </div>
      </div>
    </>
  )
}
