/** Proposals in a durable object. */
import type { PendingProposal, ProposalState } from '#contract/agent/proposal.ts'
import type { DurableSql } from './durable-api.ts'
import type { DurableTexts } from './durable-texts.ts'
import { KEEP_SETTLED_MS, MAX_RESOLVED } from './lifetime.ts'

/** Prefixes of the names of strings. A key of an app never contains them, because they would be escaped. */
export const [CALL, RESULT] = ['\u0003', '\u0004']

/** A proposal as the client writes and reads it. Strings are JSON, except `id` and `subject`. */
export interface StoredProposal {
  readonly id: string
  /** Empty for a proposal without a subject. */
  readonly subject: string
  readonly state: ProposalState
  readonly createdAt: number
  readonly expiresAt: number
  readonly data: string
  readonly call: string | undefined
  readonly resolvedBy: string | undefined
  readonly result: string | undefined
}

type Row = Readonly<Record<'id' | 'subject' | 'state' | 'data', string>> & {
  readonly state: ProposalState
  readonly created_at: number
  readonly expires_at: number
  readonly resolved_by: string | null
}

/** The number of a proposal that is resolved now. */
export const NEXT = '(select coalesce(max(resolved), 0) + 1 from fw_proposals where resolved is not null)'
const IS_PENDING = `subject = ? and state = 'pending' and expires_at > ?`

export class DurableProposals {
  readonly #sql: DurableSql
  readonly #texts: DurableTexts

  constructor(sql: DurableSql, texts: DurableTexts) {
    this.#sql = sql
    this.#texts = texts
  }

  put({ id, subject, state, createdAt, expiresAt, data, call }: StoredProposal): void {
    this.#expire(subject, createdAt)
    this.#sql.exec(
      `insert or replace into fw_proposals values (?, ?, ?, ?, ?, ?, null, null, 0)`,
      ...[id, subject, state, createdAt, expiresAt, data],
    )
    this.#texts.remove(RESULT + id)
    if (call !== undefined) this.#texts.write(CALL + id, call, expiresAt + KEEP_SETTLED_MS)
  }

  get(id: string): StoredProposal | undefined {
    const [row] = this.#sql.exec('select * from fw_proposals where id = ?', id).toArray()
    return row && this.#toStored(row as Row)
  }

  list(subject: string, at: number): readonly StoredProposal[] {
    const rows = this.#sql.exec(
      `select * from fw_proposals where ${IS_PENDING} order by created_at, rowid`,
      subject,
      at,
    )
    return rows.toArray().map((row) => this.#toStored(row as Row))
  }

  pending(subject: string, at: number): readonly PendingProposal[] {
    const rows = this.#sql.exec(
      `select id, created_at as createdAt, expires_at as expiresAt from fw_proposals where ${IS_PENDING}
        order by created_at, rowid`,
      ...[subject, at],
    )
    // The columns of the statement.
    return rows.toArray() as unknown as readonly PendingProposal[]
  }

  claim(id: string, state: ProposalState, at: number, resolvedBy: string | undefined): boolean {
    // A running call is counted when it has a result.
    const resolved = state === 'executed' ? 'null' : NEXT
    const [row] = this.#sql
      .exec(
        `update fw_proposals set state = ?, resolved_by = ?, resolved = ${resolved}
          where id = ? and state = 'pending' and expires_at > ? returning subject`,
        ...[state, resolvedBy ?? null, id, at],
      )
      .toArray()
    if (row === undefined) return false
    this.#texts.remove(CALL + id)
    if (state !== 'executed') this.#trim(String(row.subject), 0)
    return true
  }

  settle(id: string, result: string | undefined): void {
    const [row] = this.#sql
      .exec(
        `update fw_proposals set resolved = ${NEXT}, ended = 1 where id = ? returning subject, expires_at as expiresAt`,
        id,
      )
      .toArray()
    if (row === undefined) return
    if (result !== undefined) this.#texts.write(RESULT + id, result, Number(row.expiresAt) + KEEP_SETTLED_MS)
    this.#trim(String(row.subject), 1)
  }

  /** Marks proposals whose time is over as expired, and deletes those whose outcome is no longer stored. */
  sweep(at: number): void {
    for (const { subject } of this.#sql
      .exec(`select distinct subject from fw_proposals where state = 'pending' and expires_at <= ?`, at)
      .toArray())
      this.#expire(String(subject), at)
    this.#sql.exec('delete from fw_proposals where expires_at <= ?', at - KEEP_SETTLED_MS)
  }

  #expire(subject: string, at: number): void {
    const over = this.#sql
      .exec(`select id from fw_proposals where subject = ? and state = 'pending' and expires_at <= ?`, subject, at)
      .toArray()
    for (const { id } of over) {
      this.#sql.exec(`update fw_proposals set state = 'expired', resolved = ${NEXT} where id = ?`, String(id))
      this.#texts.remove(CALL + String(id))
    }
    if (over.length > 0) this.#trim(subject, 0)
  }

  /** Deletes a subject's oldest resolved proposals: of calls that ended, or of calls that never ran. */
  #trim(subject: string, ended: 0 | 1): void {
    const old = this.#sql.exec(
      `delete from fw_proposals where id in (
        select id from fw_proposals where subject = ? and ended = ? and resolved is not null
        order by resolved desc limit -1 offset ${MAX_RESOLVED}) returning id`,
      ...[subject, ended],
    )
    for (const { id } of old.toArray()) this.#texts.remove(RESULT + String(id))
  }

  #toStored(row: Row): StoredProposal {
    const { id, subject, state, data, created_at: createdAt, expires_at: expiresAt, resolved_by: resolvedBy } = row
    const isPending = state === 'pending'
    return {
      ...{ id, subject, state, createdAt, expiresAt, data, resolvedBy: resolvedBy ?? undefined },
      call: isPending ? this.#texts.read(CALL + id, 0) : undefined,
      result: isPending ? undefined : this.#texts.read(RESULT + id, 0),
    }
  }
}
