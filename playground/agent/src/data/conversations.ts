/** The conversation of a member of staff with the agent about a ticket, so that the panel continues it. */
import { first, run } from './database.ts'

/** Returns the stored messages as JSON. */
export function readConversation(ticket: number, staff: string): string | undefined {
  return first<{ readonly messages: string }>(
    'select messages from conversations where ticket = ? and staff = ?',
    ticket,
    staff,
  )?.messages
}

export function writeConversation(ticket: number, staff: string, messages: string): void {
  run('insert or replace into conversations (ticket, staff, messages) values (?, ?, ?)', ticket, staff, messages)
}
