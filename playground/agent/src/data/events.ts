/** The history of a ticket: the calls that change it, by people and by agents, and the calls that need approval. */
import type { AuditEntry, ProposedCall } from '@fw/runtime/server'
import { describeClose, describeRefund, describeReply } from '../describe-call.ts'
import { all, first, run } from './database.ts'

export interface TicketEvent {
  readonly at: number
  readonly text: string
  readonly by_agent: number
  /** The member of staff who made, or approved, the call; of an agent's call, on whose behalf it was made. */
  readonly name: string | null
  readonly outcome: 'done' | 'failed' | 'asked'
  /** Id of the call that needed approval. */
  readonly proposal: string | null
  readonly expires_at: number | null
}

type NewEvent = Omit<TicketEvent, 'by_agent' | 'name' | 'proposal' | 'expires_at'> &
  Partial<Pick<TicketEvent, 'proposal' | 'expires_at'>> & {
    readonly ticket: number
    readonly byAgent: boolean
    readonly subject?: string | undefined
  }

// The input has the contract of the tool: it was validated before.
const WORDS: Readonly<Record<string, (input: never) => string>> = {
  'api.tickets.draft': () => 'Write a draft',
  'api.tickets.send': describeReply,
  'api.tickets.refund': describeRefund,
  'api.tickets.close': describeClose,
  'api.customers.remember': ({ fact }: { fact: string }) => `Remember: ${fact}`,
}

/** Records a call that has run or failed. */
export function recordCall({ tool, input, ok, origin, at, error, proposal, subject }: AuditEntry): void {
  const isAgent = origin === 'agent'
  // `recordProposal` has recorded it already.
  if (isAgent && proposal !== undefined) return
  const ticket = findTicket(input)
  const text = describeCall(tool, input)
  if (ticket === undefined || text === undefined) return
  const reason = ok || error === undefined ? '' : ` – ${error}`
  addEvent({
    ticket,
    at,
    text: text + reason,
    byAgent: isAgent,
    subject,
    outcome: ok ? 'done' : 'failed',
    proposal: proposal ?? null,
  })
}

/** Records a call that waits for approval. */
export function recordProposal({ id, tool, input, createdAt, expiresAt, subject }: ProposedCall): void {
  const ticket = findTicket(input)
  const text = describeCall(tool, input)
  if (ticket === undefined || text === undefined) return
  addEvent({
    ticket,
    at: createdAt,
    text,
    byAgent: true,
    subject,
    outcome: 'asked',
    proposal: id,
    expires_at: expiresAt,
  })
}

/** Records that the desk has reminded staff of a ticket. */
export function recordReminder(ticket: number, at: number): void {
  addEvent({
    ticket,
    at,
    text: 'Reminder: the customer has waited for more than a day',
    byAgent: false,
    outcome: 'done',
  })
}

/** Returns the newest events first. */
export function listEvents(ticket: number): readonly TicketEvent[] {
  return all(
    `select at, text, by_agent, s.name, outcome, proposal, expires_at
     from events e left join staff s on s.id = e.name where ticket = ? order by e.id desc limit 50`,
    ticket,
  )
}

/** Returns the calls without a recorded result that may still wait for approval. A rejection leaves no record here. */
export function listAsked(ticket: number, now = Date.now()): readonly TicketEvent[] {
  return all(
    `select at, text, by_agent, name, outcome, proposal, expires_at from events e
     where ticket = ? and outcome = 'asked' and expires_at > ? and not exists
       (select 1 from events where proposal = e.proposal and outcome <> 'asked') order by id`,
    ticket,
    now,
  )
}

function describeCall(tool: string, input: unknown): string | undefined {
  try {
    return WORDS[tool]?.(input as never) // see WORDS
  } catch {
    return undefined
  }
}

/** Returns the ticket that an input names, if it exists. */
function findTicket(input: unknown): number | undefined {
  if (typeof input !== 'object' || input === null || !('id' in input) || typeof input.id !== 'number') return undefined
  return first<{ readonly id: number }>('select id from tickets where id = ?', input.id)?.id
}

function addEvent({ ticket, at, text, byAgent, subject, outcome, proposal, expires_at }: NewEvent): void {
  run(
    `insert into events (ticket, at, text, by_agent, name, outcome, proposal, expires_at)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ticket,
    at,
    text,
    byAgent ? 1 : 0,
    subject ?? null,
    outcome,
    proposal ?? null,
    expires_at ?? null,
  )
}
