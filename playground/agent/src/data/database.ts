/** The SQLite file of the desk. For several servers, put a database of your own behind these four functions. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { env } from '@fw/runtime/server'
import Database from 'libsql'

type Value = string | number | null

/** A row of a query, by the names of its columns. */
type Row = Readonly<Record<string, Value>>

const FILE = env.DATABASE ?? '.fw/data/desk.db'
if (FILE !== ':memory:') mkdirSync(dirname(FILE), { recursive: true, mode: 0o700 })
const database = new Database(FILE, { timeout: 5000 })
database.exec(`
  pragma journal_mode = wal;
  pragma foreign_keys = on;
  create table if not exists staff (
    id text primary key, email text not null, name text not null, password text not null,
    removed integer not null default 0
  );
  create unique index if not exists staff_of_address on staff (email) where removed = 0;
  create table if not exists customers (id text primary key, name text not null);
  create table if not exists facts (
    id integer primary key, customer text not null references customers, text text not null, at integer not null,
    unique (customer, text)
  );
  create table if not exists tickets (
    id integer primary key autoincrement, token text not null unique, title text not null,
    customer text not null references customers, channel text not null, thread text,
    closed integer not null default 0, draft text not null default '',
    waiting_since integer, reminded_at integer, created_at integer not null
  );
  create index if not exists tickets_of_customer on tickets (customer);
  create table if not exists messages (
    id integer primary key, ticket integer not null references tickets on delete cascade,
    author text not null check (author in ('customer', 'staff')), name text not null, text text not null,
    at integer not null, external text unique
  );
  create index if not exists messages_of_ticket on messages (ticket);
  create table if not exists refunds (
    id integer primary key, ticket integer not null references tickets on delete cascade,
    order_number text not null unique, cents integer not null check (cents > 0), currency text not null,
    name text not null, at integer not null
  );
  create table if not exists events (
    id integer primary key, ticket integer not null references tickets on delete cascade, at integer not null,
    text text not null, by_agent integer not null, name text, outcome text not null, proposal text, expires_at integer
  );
  create index if not exists events_of_ticket on events (ticket);
  create table if not exists conversations (
    ticket integer not null references tickets on delete cascade, staff text not null, messages text not null,
    primary key (ticket, staff)
  );
`)

/** Returns all rows of a query. `T` names its columns. */
export function all<T = Row>(sql: string, ...values: readonly Value[]): readonly T[] {
  return database.prepare(sql).all(...values) as readonly T[] // the columns of the query
}

/** Returns the first row of a query. */
export function first<T = Row>(sql: string, ...values: readonly Value[]): T | undefined {
  return all<T>(sql, ...values)[0]
}

/** Runs a statement that changes rows. Returns the number of changed rows, and the id of an inserted one. */
export function run(sql: string, ...values: readonly Value[]): { readonly changes: number; readonly id: number } {
  const { changes, lastInsertRowid } = database.prepare(sql).run(...values)
  return { changes, id: Number(lastInsertRowid) }
}

/** Runs all statements of `work`, or none. */
export function inTransaction<Result>(work: () => Result): Result {
  return database.transaction(work).immediate()
}
