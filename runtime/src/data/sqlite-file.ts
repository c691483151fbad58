/** Opens the SQLite file of an app: its folder, permissions, schema and prepared statements. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database, Statement } from 'libsql'
import { getMessage } from '#contract/http/thrown-error.ts'
import { isRecord } from '#contract/is-object.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { MAX_RESOLVED } from './lifetime.ts'

/**
 * Incremented with every change that older versions can't work with. 0: files from before it existed. Before 2, the record
 * of a proposal contained its call.
 */
const SCHEMA_VERSION = 2

const SCHEMA = `
create table if not exists fw_proposals (
  id text primary key, subject text, state text not null, created_at integer not null, expires_at integer not null,
  data text not null, result text, resolved_at integer, call text, resolved_by text
) strict;
create index if not exists fw_proposals_pending on fw_proposals (subject, expires_at) where state = 'pending';
create index if not exists fw_proposals_expiry on fw_proposals (expires_at);
create table if not exists fw_claims (key text primary key, expires_at integer not null) strict, without rowid;
create index if not exists fw_claims_expiry on fw_claims (expires_at);
create table if not exists fw_values (key text primary key, text text not null, expires_at integer not null) strict;
create index if not exists fw_values_expiry on fw_values (expires_at);
create table if not exists fw_hits (key text not null, at integer not null, expires_at integer not null) strict;
create index if not exists fw_hits_key on fw_hits (key, at);
create index if not exists fw_hits_expiry on fw_hits (expires_at);
`

/** Earlier versions can work with a file that has this table, so it has no schema version. */
const MESSAGES = `create table if not exists fw_messages (
  id integer primary key, channel text not null, text text not null, expires_at integer not null
) strict;`

/** Columns of proposals that files of earlier versions don't have. */
const ADDED_COLUMNS = { resolved_at: 'integer', call: 'text', resolved_by: 'text' }
const RESOLVED_INDEX = `create index if not exists fw_proposals_resolved on fw_proposals (subject, resolved_at)
  where resolved_at is not null`

// No statement uses SQLite's JSON functions: they fail for values with more than 1,000 levels, which calls may have.
const PROPOSAL = 'select data, call, state, result, resolved_by as resolvedBy from fw_proposals'
const IS_PENDING = `state = 'pending' and expires_at > ?`
/** Maximum number of rows that a sweep changes in a table, so that it doesn't delay waiting calls. */
export const SWEEP_ROWS = 500

const IS_OLDER_MESSAGE = 'id < (select max(id) from fw_messages)'
/** Maximum number of old messages that a publication removes; more than it adds, so that their number doesn't grow. */
const DROPPED_MESSAGES = 20

const STATEMENTS = {
  begin: 'begin immediate',
  commit: 'commit',
  rollback: 'rollback',
  savepoint: 'savepoint fw_write',
  undo: 'rollback to fw_write',
  release: 'release fw_write',
  ping: 'select count(*) from fw_claims where key is null',

  putProposal: `insert or replace into fw_proposals (id, subject, state, created_at, expires_at, data, call)
    values (?, ?, ?, ?, ?, ?, ?)`,
  getProposal: `${PROPOSAL} where id = ?`,
  listProposals: `${PROPOSAL} where subject is ? and ${IS_PENDING} order by created_at, rowid`,
  pendingProposals: `select id, created_at as createdAt, expires_at as expiresAt from fw_proposals
    where subject is ? and ${IS_PENDING} order by created_at, rowid`,
  claimProposal: `update fw_proposals set state = ?, resolved_at = ?, resolved_by = ?, call = null
    where id = ? and ${IS_PENDING} returning subject`,
  settleProposal: 'update fw_proposals set result = ?, resolved_at = ? where id = ? returning subject',
  expireProposals: `update fw_proposals set state = 'expired', resolved_at = ?, call = null
    where subject is ? and state = 'pending' and expires_at <= ?`,
  trimProposals: `delete from fw_proposals where id in (
    select id from fw_proposals where subject is ? and resolved_at is not null and (state = 'executed') = ?
    order by resolved_at desc, rowid desc limit -1 offset ${MAX_RESOLVED})`,

  claim: `insert into fw_claims (key, expires_at) values (?, ?)
    on conflict (key) do update set expires_at = excluded.expires_at where fw_claims.expires_at <= ?`,
  dropHits: 'delete from fw_hits where key = ? and at <= ?',
  countHits: 'select count(*) as hits, min(at) as oldest from fw_hits where key = ?',
  addHit: 'insert into fw_hits (key, at, expires_at) values (?, ?, ?)',
  add: `insert into fw_values (key, text, expires_at) values (?, ?, ?) on conflict (key) do update set
    text = case when expires_at > ? then cast(fw_values.text as integer) + excluded.text else excluded.text end,
    expires_at = case when expires_at > ? then fw_values.expires_at else excluded.expires_at end
    returning text`,
  read: 'select text from fw_values where key = ? and expires_at > ?',
  write: 'insert or replace into fw_values (key, text, expires_at) values (?, ?, ?)',
  remove: 'delete from fw_values where key = ?',

  addMessage: 'insert into fw_messages (channel, text, expires_at) values (?, ?, ?) returning id',
  // The newest message remains, so that ids are never reused, and a gap in them is a lost message.
  dropMessages: `delete from fw_messages where (expires_at <= ? or id <= ?) and id in (
    select id from fw_messages order by id limit ${DROPPED_MESSAGES}) and ${IS_OLDER_MESSAGE}`,
  lastMessage: 'select coalesce(max(id), 0) as id from fw_messages',
  readMessages: 'select id, channel, text from fw_messages where id > ? order by id limit ?',

  sweepPending: `update fw_proposals set state = 'expired', resolved_at = ?, call = null where id in (
    select id from fw_proposals where state = 'pending' and expires_at <= ? limit ${SWEEP_ROWS})`,
  sweepProposals: sweep('fw_proposals', 'id'),
  sweepClaims: sweep('fw_claims', 'key'),
  sweepValues: sweep('fw_values', 'key'),
  sweepHits: sweep('fw_hits', 'rowid'),
  sweepMessages: `delete from fw_messages where ${IS_OLDER_MESSAGE} and id in (
    select id from fw_messages where expires_at <= ? order by id limit ${SWEEP_ROWS})`,
} as const

export type SqliteStatements = Readonly<Record<keyof typeof STATEMENTS, Statement>>

export interface OpenedFile {
  readonly database: Database
  readonly statements: SqliteStatements
}

/** A reason why the file can't be used, as a full sentence. */
export class UnusableFile extends Error {}

/**
 * Opens or creates the file, and updates its schema. Throws `UnusableFile` for problems that a user must fix, and SQLite's
 * own errors (a locked file, a full disk).
 */
export async function openSqliteFile(path: string): Promise<OpenedFile> {
  const { default: Libsql } = await import('libsql')
  prepareFile(path)
  const database = new Libsql(path)
  try {
    // The queue retries locks itself: the binding would block the whole process while it waits.
    database.exec('pragma busy_timeout = 0')
    expectKnownSchema(database)
    database.exec('pragma journal_mode = wal')
    // Commits reach the operating system immediately, and the disk when `flush` requires it (see sqlite-queue.ts).
    database.exec('pragma synchronous = normal')
    createSchema(database)
    return { database, statements: prepareStatements(database) }
  } catch (error) {
    database.close()
    throw error
  }
}

function sweep(table: string, key: string): string {
  return `delete from ${table} where ${key} in (select ${key} from ${table} where expires_at <= ? limit ${SWEEP_ROWS})`
}

/**
 * Creates the file readable by this user only, because proposals contain data of users. SQLite gives its additional files
 * the same permissions.
 */
function prepareFile(path: string): void {
  try {
    makeFolder(dirname(path))
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    // Node's messages contain the path and the operation.
    throw new UnusableFile(`${getMessage(error)}. The option \`data\` needs a folder that this process can write to.`)
  }
}

/** Makes a folder, and the missing ones above it. Node's own option for that never ends in `/proc`, which refuses with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process can have made it by now.
    if (!existsSync(path)) throw error
  }
}

function expectKnownSchema(database: Database): void {
  const version = schemaVersion(database)
  if (version > SCHEMA_VERSION)
    throw new UnusableFile(
      `It has schema ${version}, but this version of @fw/runtime supports schemas up to ${SCHEMA_VERSION}. Update @fw/runtime, or set another file in the option \`data\`.`,
    )
}

function schemaVersion(database: Database): number {
  return (database.prepare('pragma user_version').get([]) as { user_version: number }).user_version
}

/** Runs in one transaction: of several processes that start at once, one creates the tables. */
function createSchema(database: Database): void {
  if (schemaVersion(database) === SCHEMA_VERSION && hasMessages(database)) return
  database.exec('begin immediate')
  try {
    expectKnownSchema(database)
    // Another process can have done it by now.
    if (schemaVersion(database) < SCHEMA_VERSION) {
      database.exec(SCHEMA)
      const columns = database.prepare('pragma table_info(fw_proposals)').all([]) as { name: string }[]
      for (const [column, type] of Object.entries(ADDED_COLUMNS))
        if (!columns.some(({ name }) => name === column))
          database.exec(`alter table fw_proposals add column ${column} ${type}`)
      database.exec(RESOLVED_INDEX)
      separateCalls(database)
      database.exec(`pragma user_version = ${SCHEMA_VERSION}`)
    }
    database.exec(MESSAGES)
    database.exec('commit')
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}

function hasMessages(database: Database): boolean {
  return database.prepare("select 1 from sqlite_master where name = 'fw_messages'").get([]) !== undefined
}

/** Moves the calls of proposals out of their records. Deletes records that can't be read. */
function separateCalls(database: Database): void {
  const read = database.prepare('select data from fw_proposals where id = ?')
  const update = database.prepare('update fw_proposals set data = ?, call = ? where id = ?')
  const remove = database.prepare('delete from fw_proposals where id = ?')
  for (const { id } of database.prepare('select id from fw_proposals').all([]) as { id: string }[]) {
    const record = tryParseJson((read.get([id]) as { data: string }).data)
    if (isRecord(record)) {
      const { input, message, ...data } = record
      update.run([JSON.stringify(data), message === undefined ? null : JSON.stringify({ input, message }), id])
    } else remove.run([id])
  }
}

function prepareStatements(database: Database): SqliteStatements {
  const entries = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)])
  // STATEMENTS has an entry for each name.
  return Object.fromEntries(entries) as SqliteStatements
}
