/** PgBouncer for tests, which gives each transaction one of two connections to a Postgres. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../cli/src/port.ts'
import { asServerUser } from './postgres.ts'
import { requireProgram } from './require-program.ts'

export interface TestPooler {
  readonly port: number
  close(): Promise<void>
}

/** `target`: the port of Postgres. */
export async function startPooler(target: number): Promise<TestPooler> {
  const program = requireProgram('pgbouncer', 'pgbouncer')
  const port = await findFreePort()
  const folder = mkdtempSync('/tmp/fw-pgbouncer-')
  // Its user reads the file.
  chmodSync(folder, 0o755)
  const settings = [
    ...['[databases]', `fw = host=127.0.0.1 port=${target} user=fw`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'],
    ...['pool_mode = transaction', 'default_pool_size = 2', 'server_reset_query ='],
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.map((line) => `${line}\n`).join(''))
  const child = spawn(...asServerUser(program, [join(folder, 'pgbouncer.ini')]), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk
      if (output.includes('process up')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`pgbouncer ended with ${code}:\n${output}`)))
  })
  return {
    port,
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
