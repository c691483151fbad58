import { api, type Call, FwError, type Int, type Money } from '@fw/runtime'
import { listFacts } from '../data/facts.ts'
import {
  addRefund,
  addReply,
  closeTicket,
  listMessages,
  listRefunds,
  listTickets,
  requireTicket,
  setDraft,
  type Ticket,
} from '../data/tickets.ts'
import { describeClose, describeRefund, describeReply } from '../describe-call.ts'
import { deliver } from './deliver.ts'

/** Lists tickets. Tickets without a reply are first, the longest wait before others. */
export const list = api({
  title: 'List tickets',
  readonly: true,
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<ListQuery>): Promise<TicketLine[]> =>
    listTickets(input.closed ?? false, input.limit ?? 50).map(toLine),
})

/** Reads a ticket: its messages, its draft, its refunds, and what the desk remembers about the customer. */
export const get = api({
  title: 'Read a ticket',
  readonly: true,
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<TicketQuery>): Promise<TicketDetails> => {
    const ticket = requireTicket(input.id)
    return {
      ...toLine(ticket),
      draft: ticket.draft,
      messages: listMessages(ticket.id).map(({ author, name, text, at }) => ({ author, name, text, at: new Date(at) })),
      refunds: listRefunds(ticket.id).map(({ order_number: order, cents, currency, at }) => ({
        order,
        cents,
        currency,
        at: new Date(at),
      })),
      facts: listFacts(ticket.customer).map(({ id, text }) => ({ id, text })),
    }
  },
})

/** Stores a draft of a reply, which replaces the last one. The customer doesn't see it. */
export const draft = api({
  title: 'Write a draft',
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<NewDraft>): Promise<{ draft: string }> => {
    setDraft(requireTicket(input.id).id, input.text)
    return { draft: input.text }
  },
})

/** Sends a reply to the customer. */
export const send = api({
  title: describeReply,
  guard: 'confirm',
  effect: 'irreversible',
  access: { scopes: ['staff'] },
  run: async ({ input, ctx }: Call<NewReply>): Promise<{ sent: true }> => {
    const ticket = requireOwnTicket(input)
    const undo = addReply(ticket.id, ctx.userName ?? 'Support', input.text)
    await deliver({ type: 'reply', ticket, text: input.text }).catch((error) => {
      undo()
      throw error
    })
    return { sent: true }
  },
})

/** Pays an order back, once. */
export const refund = api({
  title: describeRefund,
  guard: 'confirm',
  effect: 'irreversible',
  access: { scopes: ['staff'] },
  run: async ({ input, ctx }: Call<NewRefund>): Promise<{ refunded: true }> => {
    const ticket = requireOwnTicket(input)
    const { order, cents, currency } = input
    const name = ctx.userName ?? 'Support'
    const undo = addRefund(ticket.id, { order_number: order, cents, currency, name, at: Date.now() })
    await deliver({ type: 'refund', ticket, order, cents, currency }).catch((error) => {
      undo()
      throw error
    })
    return { refunded: true }
  },
})

/** Closes a ticket. A further message of the customer opens it again. */
export const close = api({
  title: describeClose,
  guard: 'confirm',
  effect: 'irreversible',
  access: { scopes: ['staff'] },
  run: async ({ input }: Call<TicketQuery>): Promise<{ closed: true }> => {
    closeTicket(requireTicket(input.id).id)
    return { closed: true }
  },
})

/** The address is a part of the call, so that the approver reads who gets the reply. It has to be that of the ticket. */
function requireOwnTicket({ id, customer }: Pick<NewReply, 'id' | 'customer'>): Ticket {
  const ticket = requireTicket(id)
  if (ticket.customer === customer.toLowerCase()) return ticket
  const message = 'is not the address of this ticket'
  throw new FwError('invalid_input', {
    message: `The customer of ticket ${id} has another address.`,
    issues: [{ path: 'customer', message }],
  })
}

function toLine({ id, title, customer, name, channel, closed, waiting_since, created_at }: Ticket): TicketLine {
  return {
    id,
    title,
    customer,
    name,
    channel,
    status: closed === 1 ? 'closed' : waiting_since === null ? 'answered' : 'waiting',
    openedAt: new Date(created_at),
    ...(waiting_since !== null && { waitingSince: new Date(waiting_since) }),
  }
}

interface ListQuery {
  /** Lists the closed tickets in place of the open ones. */
  closed?: boolean
  /**
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: Int
}

interface TicketQuery {
  /** Number of the ticket. */
  id: Int
}

/** A ticket in a list. */
export interface TicketLine {
  id: Int
  /** @untrusted Customers write it. */
  title: string
  /** Address of the customer. */
  customer: string
  /** @untrusted Customers write it. */
  name: string
  /** How the first message arrived: `form`, `webhook` or `slack`. */
  channel: string
  status: 'waiting' | 'answered' | 'closed'
  openedAt: Date
  /** When the oldest message without a reply arrived. */
  waitingSince?: Date
}

/** A ticket with everything that the desk knows about it. */
export interface TicketDetails extends TicketLine {
  draft: string
  messages: {
    author: 'customer' | 'staff'
    /** @untrusted Customers write it. */
    name: string
    /** @untrusted Customers write it. */
    text: string
    at: Date
  }[]
  refunds: { order: string; cents: Money; currency: string; at: Date }[]
  facts: {
    id: Int
    /** @untrusted It repeats what customers have written. */
    text: string
  }[]
}

interface NewDraft extends TicketQuery {
  /**
   * @minLength 1
   * @maxLength 5000
   */
  text: string
}

interface NewReply extends TicketQuery {
  /** Address of the customer, as the ticket has it. */
  customer: string
  /**
   * Text of the reply.
   * @minLength 1
   * @maxLength 5000
   * @message Write a reply
   */
  text: string
}

interface NewRefund extends TicketQuery {
  /** Address of the customer, as the ticket has it. */
  customer: string
  /**
   * Number of the order.
   * @minLength 1
   * @maxLength 40
   * @message Enter the number of the order
   */
  order: string
  /**
   * Amount in cents.
   * @minimum 1
   * @maximum 100000
   */
  cents: Money
  currency: 'EUR' | 'USD' | 'GBP'
}
