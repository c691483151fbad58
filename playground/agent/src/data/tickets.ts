/** Tickets with their messages and refunds. */
import { randomBytes } from 'node:crypto'
import { FwError } from '@fw/runtime'
import { all, first, inTransaction, run } from './database.ts'

export interface Ticket {
  readonly id: number
  /** Opens the page of the customer. Staff and agents don't need it. */
  readonly token: string
  readonly title: string
  readonly customer: string
  readonly name: string
  readonly channel: string
  readonly closed: number
  readonly draft: string
  /** When the first message without a reply arrived. */
  readonly waiting_since: number | null
  readonly created_at: number
}

export interface Message {
  readonly author: 'customer' | 'staff'
  readonly name: string
  readonly text: string
  readonly at: number
}

export interface Refund {
  readonly order_number: string
  readonly cents: number
  readonly currency: string
  readonly name: string
  readonly at: number
}

/** A message that arrives from a customer. */
export interface Incoming {
  /** Address of the customer: of email, or `slack:` and the id of a user. */
  readonly customer: string
  readonly name: string
  readonly text: string
  /** Default: the beginning of the text. */
  readonly title?: string
  readonly channel: string
  /** Conversation on the platform: its next message is added to the same ticket. */
  readonly thread?: string
  /** Id on the platform: a message that arrives again is ignored. */
  readonly external?: string
}

const TICKET = `select t.id, token, title, customer, c.name, channel, closed, draft, waiting_since, created_at
  from tickets t join customers c on c.id = t.customer`

/** Stores a message: in the open ticket of its conversation, or else in a new ticket. */
export function receiveMessage(incoming: Incoming, now = Date.now()): Ticket {
  return inTransaction(() => {
    const known = findByMessage(incoming.external)
    if (known !== undefined) return known
    const customer = incoming.customer.toLowerCase()
    run(
      'insert into customers values (?, ?) on conflict (id) do update set name = excluded.name',
      customer,
      incoming.name,
    )
    const ticket = findOpen(customer, incoming) ?? createTicket({ ...incoming, customer }, now)
    addCustomerMessage(ticket, incoming, now)
    return ticket
  })
}

/** Adds a message of the customer to a ticket, and opens it again if it was closed. */
export function addCustomerMessage(
  { id, name }: Pick<Ticket, 'id' | 'name'>,
  { text, external }: Pick<Incoming, 'text' | 'external'>,
  now = Date.now(),
): void {
  addMessage(id, { author: 'customer', name, text, at: now }, external)
  run('update tickets set closed = 0, waiting_since = coalesce(waiting_since, ?) where id = ?', now, id)
}

/** Adds a reply, which also replaces the draft. Returns a function that takes it back. */
export function addReply(id: number, name: string, text: string, now = Date.now()): () => void {
  return inTransaction(() => {
    const before = requireTicket(id)
    const message = addMessage(id, { author: 'staff', name, text, at: now })
    run("update tickets set draft = '', waiting_since = null, reminded_at = null where id = ?", id)
    return () =>
      inTransaction(() => {
        run('delete from messages where id = ?', message)
        run('update tickets set draft = ?, waiting_since = ? where id = ?', before.draft, before.waiting_since, id)
      })
  })
}

/** Records a refund. Returns a function that takes it back. Throws `already_refunded`: an order is refunded once. */
export function addRefund(id: number, refund: Refund): () => void {
  const { order_number: order, cents, currency, name, at } = refund
  const { changes, id: row } = run(
    'insert or ignore into refunds (ticket, order_number, cents, currency, name, at) values (?, ?, ?, ?, ?, ?)',
    id,
    order,
    cents,
    currency,
    name,
    at,
  )
  if (changes === 0)
    throw new FwError('already_refunded', { status: 409, message: `Order ${order} has been refunded already.` })
  return () => void run('delete from refunds where id = ?', row)
}

/** Returns the tickets. Open tickets without a reply are first, the longest wait before others. */
export function listTickets(closed: boolean, limit: number): readonly Ticket[] {
  return all(
    `${TICKET} where closed = ? order by waiting_since is null, waiting_since, t.id desc limit ?`,
    closed ? 1 : 0,
    limit,
  )
}

/** Throws `not_found` for an unknown ticket. */
export function requireTicket(id: number): Ticket {
  const ticket = first<Ticket>(`${TICKET} where t.id = ?`, id)
  if (ticket === undefined) throw new FwError('not_found', { message: `There is no ticket ${id}.` })
  return ticket
}

/** Returns the ticket of a link. */
export function findByToken(token: string): Ticket | undefined {
  return first(`${TICKET} where token = ?`, token)
}

export function listMessages(id: number): readonly Message[] {
  return all('select author, name, text, at from messages where ticket = ? order by id', id)
}

export function listRefunds(id: number): readonly Refund[] {
  return all('select order_number, cents, currency, name, at from refunds where ticket = ? order by id', id)
}

export function setDraft(id: number, text: string): void {
  run('update tickets set draft = ? where id = ?', text, id)
}

export function closeTicket(id: number): void {
  run('update tickets set closed = 1, waiting_since = null, reminded_at = null where id = ?', id)
}

/** Returns each open ticket that has waited since before `time`, once, and marks it. */
export function takeOverdue(time: number, now = Date.now()): readonly Ticket[] {
  return inTransaction(() => {
    const overdue = all<Ticket>(`${TICKET} where closed = 0 and waiting_since < ? and reminded_at is null`, time)
    for (const { id } of overdue) run('update tickets set reminded_at = ? where id = ?', now, id)
    return overdue
  })
}

function findByMessage(external: string | undefined): Ticket | undefined {
  if (external === undefined) return undefined
  return first(`${TICKET} where t.id = (select ticket from messages where external = ?)`, external)
}

function findOpen(customer: string, { channel, thread }: Incoming): Ticket | undefined {
  if (thread === undefined) return undefined
  return first(
    `${TICKET} where customer = ? and channel = ? and thread = ? and closed = 0 order by t.id desc`,
    customer,
    channel,
    thread,
  )
}

const TOKEN_BYTES = 24
const TITLE_LENGTH = 60

function createTicket({ customer, text, title, channel, thread }: Incoming, now: number): Ticket {
  const line = title ?? text.trim().split('\n')[0] ?? ''
  const { id } = run(
    'insert into tickets (token, title, customer, channel, thread, created_at) values (?, ?, ?, ?, ?, ?)',
    randomBytes(TOKEN_BYTES).toString('base64url'),
    line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line,
    customer,
    channel,
    thread ?? null,
    now,
  )
  return requireTicket(id)
}

function addMessage(ticket: number, { author, name, text, at }: Message, external?: string): number {
  const insert = 'insert into messages (ticket, author, name, text, at, external) values (?, ?, ?, ?, ?, ?)'
  return run(insert, ticket, author, name, text, at, external ?? null).id
}
