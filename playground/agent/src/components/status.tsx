import type { TicketLine } from '../server/tickets.api.ts'

const DAY_MS = 24 * 60 * 60_000

/** The status of a ticket in one word, or two if the customer has waited for more than a day. */
export function Status(props: { ticket: TicketLine }) {
  const isOverdue = () => Date.now() - (props.ticket.waitingSince?.getTime() ?? Date.now()) > DAY_MS
  return <span class={`status ${props.ticket.status}`}>{isOverdue() ? 'waiting over a day' : props.ticket.status}</span>
}
