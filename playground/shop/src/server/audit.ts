/** What agents did, for the shop's own people. */
import type { Int } from '@fw/runtime'
import type { AuditEntry } from '@fw/runtime/server'
import type { Db } from './database.ts'

export interface AgentCall {
  at: Date
  tool: string
  /** As called, without private fields. JSON. */
  input: string
  ok: boolean
  /** Why it failed. */
  code: string | null
  /** Key id of the agent, where it signed its request. */
  agent: string | null
  /** Who it acted for. */
  subject: string | null
  /** The proposal that it became, or that a person settled. */
  proposal: string | null
}

/** Number of stored calls. */
const KEPT: Int = 10_000

export function recordCall(db: Db, entry: AuditEntry): void {
  const { at, tool, input, ok, code, agent, subject, proposal } = entry
  db.prepare(
    'INSERT INTO agent_calls (at, tool, input, ok, code, agent, subject, proposal) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(
    at,
    tool,
    JSON.stringify(input) ?? 'null',
    ok ? 1 : 0,
    code ?? null,
    agent ?? null,
    subject ?? null,
    proposal ?? null,
  )
  db.prepare('DELETE FROM agent_calls WHERE id <= (SELECT max(id) FROM agent_calls) - ?').run(KEPT)
}

/** Newest first. */
export function listCalls(db: Db, limit: number): AgentCall[] {
  const rows = db
    .prepare('SELECT at, tool, input, ok, code, agent, subject, proposal FROM agent_calls ORDER BY id DESC LIMIT ?')
    .all(limit) as (Omit<AgentCall, 'at' | 'ok'> & { at: number; ok: number })[]
  return rows.map((row) => ({ ...row, at: new Date(row.at), ok: row.ok === 1 }))
}
