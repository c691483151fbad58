import { Copilot, createCopilot } from '@fw/runtime/client'
import { createSignal, onCleanup, Show } from 'solid-js'
import { store } from '../server/conversations.api.ts'

/** What people read in place of the names of tools. */
const TOOLS: Readonly<Record<string, string>> = {
  'api.tickets.list': 'List tickets',
  'api.tickets.get': 'Read the ticket',
  'api.tickets.draft': 'Write a draft',
  'api.tickets.send': 'Send the reply',
  'api.tickets.refund': 'Refund an order',
  'api.tickets.close': 'Close the ticket',
  'api.customers.remember': 'Remember about the customer',
  'api.customers.recall': 'Recall the customer',
  read_skill: 'Read the handbook',
}

/** The agent beside a ticket. It drafts by itself; a member of staff approves what it sends, refunds or closes. */
export function TicketAssistant(props: { ticket: number; stored?: string; setup?: string }) {
  const copilot = createCopilot({
    tools: { include: Object.keys(TOOLS) },
    messages: JSON.parse(props.stored ?? '[]'),
  })
  const [isChanged, setChanged] = createSignal(false)
  let messages = copilot.state.messages
  const unsubscribe = copilot.subscribe(() => {
    const { state } = copilot
    if (state.status !== 'ready' || state.messages === messages) return
    const added = state.messages.slice(messages.length)
    messages = state.messages
    // If it can't be stored, the panel begins anew when the page is opened again.
    store({ id: props.ticket, messages: JSON.stringify(messages) }).catch(() => undefined)
    if (added.some(({ role }) => role === 'tool') || state.decisions.length > 0) setChanged(true)
  })
  onCleanup(() => {
    unsubscribe()
    copilot.close()
  })
  return (
    <>
      <Copilot
        copilot={copilot}
        class="assistant"
        greeting="I can read this ticket, draft a reply, and remember facts about the customer. You approve what I send, refund or close."
        suggestions={[`Draft a reply to ticket ${props.ticket}`, `Sum up ticket ${props.ticket}`]}
        strings={{ label: 'Conversation with the agent', tool: (name) => TOOLS[name] ?? name }}
        {...(props.setup === undefined ? {} : { setup: props.setup })}
      />
      <p class="changed" role="status">
        <Show when={isChanged()}>
          <a href={`/inbox/${props.ticket}`}>Show the changes</a>
        </Show>
      </p>
    </>
  )
}
