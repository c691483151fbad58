/** Proposals in a SQLite file: the default of `fw dev` and `fw start`. Several processes may share the file. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database, Statement } from 'libsql'
import { FwError } from '#contract/error.ts'
import type { Proposal, ProposalState, ProposalStore } from '#contract/proposal.ts'

/** Settled proposals are kept this long, so that a listing can still show what happened. */
const KEEP_SETTLED_MS = 3_600_000
/** How long a process waits while another one writes. */
const BUSY_MS = 5_000

const SCHEMA = `
create table if not exists fw_proposals (
  id text primary key, subject text, state text not null, created_at integer not null, expires_at integer not null,
  data text not null, result text
) strict;
create index if not exists fw_proposals_pending on fw_proposals (subject, expires_at) where state = 'pending';
`

interface Row {
  readonly data: string
  readonly state: ProposalState
  readonly result: string | null
}

interface Opened {
  readonly database: Database
  readonly put: Statement
  readonly get: Statement
  readonly list: Statement
  readonly listNobody: Statement
  readonly claim: Statement
  readonly settle: Statement
  readonly sweep: Statement
}

/**
 * A store in the SQLite file at `path`, whose folder is made. The file is opened, and the native binding loaded, by the
 * first use; `claim` is one statement, so that exactly one of several processes wins.
 */
export function createSqliteProposalStore(path: string): ProposalStore {
  let opening: Promise<Opened> | undefined
  const opened = (): Promise<Opened> => {
    opening ??= open(path)
    return opening
  }

  return {
    async put(proposal) {
      const { put, sweep } = await opened()
      const { id, subject, state, createdAt, expiresAt, result: _result, ...rest } = proposal
      sweep.run([createdAt - KEEP_SETTLED_MS])
      put.run([
        id,
        subject ?? null,
        state,
        createdAt,
        expiresAt,
        JSON.stringify({ id, subject, createdAt, expiresAt, ...rest }),
      ])
    },
    async get(id) {
      const row = (await opened()).get.get([id]) as Row | undefined
      return row === undefined ? undefined : toProposal(row)
    },
    async list(subject, now) {
      const { list, listNobody } = await opened()
      const rows = subject === undefined ? listNobody.all([now]) : list.all([subject, now])
      return (rows as Row[]).map(toProposal)
    },
    async claim(id, state, now) {
      return (await opened()).claim.run([state, id, now]).changes === 1
    },
    async settle(id, result) {
      ;(await opened()).settle.run([JSON.stringify(result) ?? null, id])
    },
    async close() {
      const current = await opening
      opening = undefined
      current?.database.close()
    },
  }
}

async function open(path: string): Promise<Opened> {
  const { default: Libsql } = await import('libsql')
  try {
    mkdirSync(dirname(path), { recursive: true })
    const database = new Libsql(path)
    // The timeout first: turning on WAL already needs the lock that another process may hold.
    database.exec(`pragma busy_timeout = ${BUSY_MS}`)
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = normal')
    database.exec(SCHEMA)
    return { database, ...prepare(database) }
  } catch (cause) {
    throw new FwError('unavailable', { cause, detail: `The proposal store at ${path} cannot be opened.` })
  }
}

function prepare(database: Database): Omit<Opened, 'database'> {
  const columns = 'select data, state, result from fw_proposals'
  const pending = `state = 'pending' and expires_at > ?`
  return {
    put: database.prepare(
      'insert into fw_proposals (id, subject, state, created_at, expires_at, data) values (?, ?, ?, ?, ?, ?)',
    ),
    get: database.prepare(`${columns} where id = ?`),
    list: database.prepare(`${columns} where subject = ? and ${pending} order by created_at, rowid`),
    listNobody: database.prepare(`${columns} where subject is null and ${pending} order by created_at, rowid`),
    claim: database.prepare(`update fw_proposals set state = ? where id = ? and ${pending}`),
    settle: database.prepare('update fw_proposals set result = ? where id = ?'),
    sweep: database.prepare('delete from fw_proposals where expires_at < ?'),
  }
}

/** The row was written by `put` from a proposal. */
function toProposal(row: Row): Proposal {
  const data = JSON.parse(row.data) as Omit<Proposal, 'state' | 'result'>
  return { ...data, state: row.state, ...(row.result === null ? {} : { result: JSON.parse(row.result) as unknown }) }
}
