/** A Redis of the tests' own: on a free port of the loopback, in a folder of its own, stopped by its handle. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestRedis {
  readonly url: `redis://${string}`
  /** Ends the process at once, as a crash does. */
  kill(): Promise<void>
  /** Stops it without ending it: connections stay, and nothing is answered. */
  pause(): void
  resume(): void
  /** Starts it again on the same port with what was on its disk. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Starts `redis-server`, which keeps what it answered (`fsync`: at once, or once a second); installs it through apt where that is possible, and says what to install otherwise. */
export async function startRedis({ fsync = 'always' }: { fsync?: 'always' | 'everysec' } = {}): Promise<TestRedis> {
  const binary = findRedis()
  const port = await freePort()
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

function findRedis(): string {
  const runs = (): boolean => spawnSync('redis-server', ['--version']).status === 0
  if (runs()) return 'redis-server'
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], { stdio: 'ignore', env })
    if (runs()) return 'redis-server'
  }
  throw new Error('These tests need redis-server: install it ("apt-get install redis-server") and run them again.')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
