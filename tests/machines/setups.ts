/** The stores on which several processes are tested. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../servers/postgres.ts'
import { startRedis } from '../servers/redis.ts'

export const PROCESSES = 4

export interface Setup {
  startStore(): Promise<{ readonly url: string; close(): Promise<void> }>
  /** Number of `fw start`, and the flags of each. */
  readonly starts: number
  readonly flags: readonly string[]
  /** Numbers of copies of a page: with Redis all processes share one. */
  readonly copies: readonly number[]
}

export const SETUPS: Readonly<Record<string, Setup>> = {
  Redis: { startStore: startRedis, starts: PROCESSES, flags: [], copies: [1] },
  Postgres: { startStore: startPostgres, starts: PROCESSES, flags: [], copies: [PROCESSES] },
  // The processes accept connections by chance.
  'SQLite, with --workers,': {
    startStore: openSqlite,
    starts: 1,
    flags: ['--workers', '4'],
    copies: [2, 3, PROCESSES],
  },
}

async function openSqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'fw-machines-data-'))
  return { url: `sqlite:${join(folder, 'fw.db')}`, close: async () => rmSync(folder, { recursive: true, force: true }) }
}
