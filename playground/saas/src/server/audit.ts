/** The audit log: every call of an API function, and every new session. */
import type { AuditEntry } from '@fw/runtime/server'
import { desc } from 'drizzle-orm'
import { database } from '../db/database.ts'
import { auditEntry } from '../db/schema.ts'

export type StoredEntry = typeof auditEntry.$inferSelect

/** Stores a call. `onAudit` of src/hooks.ts passes it. */
export async function recordCall(entry: AuditEntry): Promise<void> {
  const { at, tool, origin, subject, ok, code, input, proposal, requestId } = entry
  await database.insert(auditEntry).values({
    at: new Date(at),
    tool,
    origin,
    subject,
    isOk: ok,
    code,
    input: JSON.stringify(input) ?? 'null',
    proposal,
    requestId,
  })
}

/** Stores an event that isn't a call, such as a sign-in. */
export async function recordEvent(tool: string, subject: string): Promise<void> {
  await database
    .insert(auditEntry)
    .values({ at: new Date(), tool, origin: 'human', subject, isOk: true, input: 'null' })
}

/** Returns the newest entries, the newest first. */
export async function listEntries(limit: number): Promise<StoredEntry[]> {
  return database.select().from(auditEntry).orderBy(desc(auditEntry.id)).limit(limit)
}
