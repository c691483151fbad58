/** A Redis for tests: on a free loopback port, in its own folder, stopped by its handle. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../cli/src/port.ts'
import { requireProgram } from './require-program.ts'

export interface TestRedis {
  readonly url: `redis://${string}`
  /** Kills the process, which simulates a crash. */
  kill(): Promise<void>
  /** Pauses it without ending it: connections stay open, but get no response. */
  pause(): void
  resume(): void
  /** Starts it again on the same port with its data on disk. */
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts `redis-server`, which writes data to disk (`fsync`: before each response, or once a second). Installs it with
 * apt if possible; otherwise throws an error that names the package to install.
 */
export async function startRedis({ fsync = 'always' }: { fsync?: 'always' | 'everysec' } = {}): Promise<TestRedis> {
  const binary = requireProgram('redis-server', 'redis-server')
  const port = await findFreePort()
  const folder = mkdtempSync(join(tmpdir(), 'fw-redis-'))
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    const flags =
      `--port ${port} --bind 127.0.0.1 --dir ${folder} --appendonly yes --appendfsync ${fsync} --save`.split(' ')
    const started = spawn(binary, [...flags, ''], { stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    await new Promise<void>((resolve, reject) => {
      let output = ''
      started.stdout.on('data', (chunk: Buffer) => {
        output += chunk
        if (output.includes('Ready to accept connections')) resolve()
      })
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}:\n${output}`)))
    })
  }

  const kill = async (): Promise<void> => {
    const running = child
    child = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
