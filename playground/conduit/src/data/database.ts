import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { env } from '@fw/runtime/server'
import Database from 'libsql'

/** A row of a query, by the names of its columns. */
type Row = Readonly<Record<string, string | number | null>>

const FILE = env.DATABASE ?? '.fw/data/conduit.db'
if (FILE !== ':memory:') mkdirSync(dirname(FILE), { recursive: true })
const database = new Database(FILE, {})
database.exec(`
  pragma journal_mode = wal;
  pragma foreign_keys = on;
  create table if not exists users (
    id integer primary key, username text not null unique, email text not null unique,
    password text not null, bio text, image text
  );
  create table if not exists follows (
    follower integer not null references users, followed integer not null references users,
    primary key (follower, followed)
  );
  create table if not exists articles (
    id integer primary key, slug text not null unique, title text not null, description text not null, body text not null,
    author integer not null references users, created_at integer not null, updated_at integer not null
  );
  create table if not exists tags (
    article integer not null references articles on delete cascade, tag text not null, primary key (article, tag)
  );
  create table if not exists favorites (
    article integer not null references articles on delete cascade, user integer not null references users,
    primary key (article, user)
  );
  create table if not exists comments (
    id integer primary key, article integer not null references articles on delete cascade,
    author integer not null references users, body text not null, created_at integer not null
  );
`)

type Value = string | number | null

export function all(sql: string, ...values: readonly Value[]): readonly Row[] {
  return database.prepare(sql).all(...values) as readonly Row[]
}

export function first(sql: string, ...values: readonly Value[]): Row | undefined {
  return all(sql, ...values)[0]
}

/** Runs a statement that changes rows. Returns the id of an inserted one. */
export function run(sql: string, ...values: readonly Value[]): number {
  const { lastInsertRowid } = database.prepare(sql).run(...values) as { readonly lastInsertRowid: number | bigint }
  return Number(lastInsertRowid)
}

/** Runs all statements of `work`, or none. */
export function inTransaction<Result>(work: () => Result): Result {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
