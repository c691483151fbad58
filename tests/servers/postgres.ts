/** A Postgres for tests: on a free loopback port, with its data in its own folder, stopped by its process ids. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../cli/src/port.ts'

export interface TestPostgres {
  /** Of a database `fw`, with a user of the same name and no password. */
  readonly url: `postgres://${string}`
  readonly port: number
  /** Folder of its Unix socket. */
  readonly folder: string
  /** Kills all of its processes, which simulates a crash. */
  kill(): Promise<void>
  /** Pauses all of its processes without ending them: connections stay open, but get no response. */
  pause(): void
  resume(): void
  /** Starts it again on the same port with its data on disk. */
  start(): Promise<void>
  /** Runs SQL as its superuser, and returns the rows as text. */
  query(sql: string): readonly string[]
  close(): Promise<void>
}

interface PostgresSetup {
  /** Whether it waits for the disk. Without it, a killed server loses nothing either. Default false. */
  readonly fsync?: boolean
  /** Lines for `postgresql.conf`. */
  readonly settings?: readonly string[]
  /** Lines for `pg_hba.conf`, before the one that lets everyone in from this machine. */
  readonly access?: readonly string[]
  /** Files to write into the folder of the data, such as a certificate. */
  readonly files?: Readonly<Record<string, string>>
  /** The server that it follows with streaming replication, until `pg_promote()` makes it a server of its own. */
  readonly standbyOf?: TestPostgres
}

/** Debian's user for it: the server refuses to run as root. */
const SERVER_USER = 'postgres'

/** Starts it with a new folder of data. Throws an error that names the package to install if it isn't installed. */
export async function startPostgres(setup: PostgresSetup = {}): Promise<TestPostgres> {
  const cluster = createCluster(setup)
  const { folder, data, asOwner, runClient } = cluster
  const port = await findFreePort()
  let server: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
    const started = spawn(...asOwner('postgres', flags), { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    server = started
    await new Promise<void>((resolve, reject) => {
      let output = ''
      started.stderr?.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-10_000)
        if (/database system is ready to accept (?:read-only )?connections/.test(output)) resolve()
      })
      started.once('exit', (code) => reject(new Error(`postgres ended with ${code}:\n${output}`)))
    })
  }
  const signalAll = (signal: NodeJS.Signals): void => {
    for (const pid of listProcesses(server)) signalProcess(pid, signal)
  }
  const kill = async (): Promise<void> => {
    const running = server
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    const processes = listProcesses(running)
    // The parent first: it would see a killed child, and start the others again.
    for (const pid of processes) signalProcess(pid, 'SIGKILL')
    await ended
    while (processes.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5))
    server = undefined
  }

  await start()
  if (setup.standbyOf === undefined) runClient('createdb', port, ['-T', 'template0', 'fw'])
  return {
    url: `postgres://fw@127.0.0.1:${port}/fw`,
    port,
    folder,
    kill,
    start,
    query: (sql) =>
      runClient('psql', port, ['-At', '-v', 'ON_ERROR_STOP=1', '-c', sql, 'fw']).split('\n').filter(Boolean),
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes a folder with the data of a server. */
function createCluster({ fsync = false, settings = [], access = [], files = {}, standbyOf }: PostgresSetup) {
  const programs = findPrograms()
  const owner = process.getuid?.() === 0 ? findOwner() : undefined
  // The temporary folder of the tests can be closed to other users.
  const folder = mkdtempSync(join(owner === undefined ? tmpdir() : '/tmp', 'fw-postgres-'))
  const data = join(folder, 'data')
  const give = (path: string) => owner && chownSync(path, owner.uid, owner.gid)
  give(folder)
  const asOwner = (program: string, args: readonly string[]) => asServerUser(join(programs, program), args)
  const init =
    standbyOf === undefined
      ? asOwner('initdb', ['-D', data, '-U', 'fw', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
      : asOwner('pg_basebackup', ['-D', data, '-d', standbyOf.url, '-R', '-c', 'fast', '--no-sync'])
  const made = spawnSync(...init, { cwd: folder, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`${init[0]} ended with ${made.status}:\n${made.stderr}`)
  const lines = [`fsync = ${fsync ? 'on' : 'off'}`, ...settings]
  appendFileSync(join(data, 'postgresql.conf'), lines.map((line) => `${line}\n`).join(''))
  const rules = join(data, 'pg_hba.conf')
  // The first rule that matches is applied.
  writeFileSync(rules, [...access, readFileSync(rules, 'utf8')].join('\n'))
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(data, name), content, { mode: 0o600 })
    give(join(data, name))
  }
  const runClient = (program: string, port: number, args: readonly string[]): string => {
    const flags = ['-h', '127.0.0.1', '-p', String(port), '-U', 'fw', ...args]
    const { status, stdout, stderr } = spawnSync(join(programs, program), flags, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`)
    return stdout
  }
  return { folder, data, asOwner, runClient }
}

/** Returns the command that runs a program as the user of Postgres, if this process is root. */
export function asServerUser(program: string, args: readonly string[]): readonly [string, readonly string[]] {
  if (process.getuid?.() !== 0) return [program, args]
  const { uid, gid } = findOwner()
  return ['setpriv', [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', program, ...args]]
}

/** Returns the folder with the programs of the newest installed version. */
function findPrograms(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const [newest] = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'))
  if (newest === undefined || !existsSync(join(newest, 'initdb')))
    throw new Error('These tests need PostgreSQL: install it ("apt-get install postgresql") and run them again.')
  return newest
}

function findOwner(): { readonly uid: number; readonly gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${SERVER_USER}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${SERVER_USER} to run PostgreSQL as.`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** The server and its children, in this order. */
function listProcesses(server: ChildProcess | undefined): readonly number[] {
  const pid = server?.pid
  if (pid === undefined) return []
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended in the meantime.
  }
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readStatus(pid))
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: Z'
  }
}
