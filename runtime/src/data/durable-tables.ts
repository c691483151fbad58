/** The tables of a durable object. One object has one thread, and each method is one step of it. */
import type { WindowCount } from '#contract/config/data.ts'
import type { DurableSql } from './durable-api.ts'
import { DurableTexts } from './durable-texts.ts'

/** A change that older versions can't work with increments it. */
export const TABLES_VERSION = 1

/** The tables of a durable object, and of a D1 database. */
export const TABLES = `
create table if not exists fw_version (version integer not null) strict;
create table if not exists fw_claims (key text primary key, expires_at integer not null) strict, without rowid;
create table if not exists fw_sums (key text primary key, sum integer not null, expires_at integer not null)
  strict, without rowid;
create table if not exists fw_hits (
  key text not null, at integer not null, copy integer not null, expires_at integer not null, primary key (key, at, copy)
) strict, without rowid;
create table if not exists fw_texts (
  key text not null, part integer not null, text text not null, expires_at integer not null, primary key (key, part)
) strict, without rowid;
create table if not exists fw_proposals (
  id text primary key, subject text not null, state text not null, created_at integer not null,
  expires_at integer not null, data text not null, resolved_by text, resolved integer, ended integer not null
) strict;
create index if not exists fw_proposals_pending on fw_proposals (subject, created_at) where state = 'pending';
create index if not exists fw_proposals_resolved on fw_proposals (resolved) where resolved is not null;
create index if not exists fw_proposals_ended on fw_proposals (subject, ended, resolved) where resolved is not null;
`

/** Creates the tables of a new object. Throws for those of a newer version of this package. */
export function prepareTables(sql: DurableSql): void {
  sql.exec(TABLES)
  const [row] = sql.exec('select version from fw_version').toArray()
  if (row === undefined) sql.exec('insert into fw_version values (?)', TABLES_VERSION)
  else if (Number(row.version) > TABLES_VERSION)
    throw new Error(
      `The object has schema ${row.version}, but this version of @fw/runtime supports schemas up to ${TABLES_VERSION}. Update @fw/runtime.`,
    )
}

/** Claims, hits, sums and strings. Times are in epoch milliseconds. */
export class DurableTables {
  readonly #sql: DurableSql
  readonly texts: DurableTexts

  constructor(sql: DurableSql) {
    this.#sql = sql
    this.texts = new DurableTexts(sql)
  }

  claim(key: string, ttlMs: number, at: number): boolean {
    const claimed = this.#sql.exec(
      `insert into fw_claims values (?, ?) on conflict (key) do update set expires_at = excluded.expires_at
        where fw_claims.expires_at <= ? returning key`,
      ...[key, at + ttlMs, at],
    )
    return claimed.toArray().length === 1
  }

  hit(key: string, limit: number, windowMs: number, at: number): WindowCount {
    this.#sql.exec('delete from fw_hits where key = ? and at <= ?', key, at - windowMs)
    const [row] = this.#sql.exec('select count(*) as hits, min(at) as oldest from fw_hits where key = ?', key).toArray()
    const { hits, oldest } = row as { hits: number; oldest: number | null } // an aggregate always returns a row
    const allowed = hits < limit
    if (allowed)
      this.#sql.exec(
        `insert into fw_hits select ?, ?, coalesce(max(copy), 0) + 1, ? from fw_hits where key = ? and at = ?`,
        ...[key, at, at + windowMs, key, at],
      )
    const first = oldest ?? (allowed ? at : undefined)
    return {
      allowed,
      remaining: Math.max(0, limit - hits - (allowed ? 1 : 0)),
      resetMs: first === undefined ? 0 : first + windowMs - at,
    }
  }

  add(key: string, amount: number, ttlMs: number, at: number): number {
    const [row] = this.#sql.exec('select sum, expires_at as expiresAt from fw_sums where key = ?', key).toArray()
    const held = row as { sum: number; expiresAt: number } | undefined // the columns
    const current = held !== undefined && held.expiresAt > at ? held : { sum: 0, expiresAt: at + ttlMs }
    const sum = current.sum + amount
    this.#sql.exec('insert or replace into fw_sums values (?, ?, ?)', key, sum, current.expiresAt)
    return sum
  }

  /** Removes expired rows. */
  sweep(at: number): void {
    for (const table of ['fw_claims', 'fw_sums', 'fw_hits', 'fw_texts'])
      this.#sql.exec(`delete from ${table} where expires_at <= ?`, at)
  }

  isEmpty(): boolean {
    const tables = ['fw_claims', 'fw_sums', 'fw_hits', 'fw_texts', 'fw_proposals']
    const [row] = this.#sql
      .exec(`select ${tables.map((table) => `exists (select 1 from ${table})`).join(' or ')} as filled`)
      .toArray()
    return row?.filled === 0
  }
}
