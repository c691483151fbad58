/** Load generator: `wrk` if it is installed, else our own, on the core that the servers don't use. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinned } from './server-process.ts'

export interface Load {
  readonly url: string
  /** Body of a POST request; GET requests are sent without it. */
  readonly body?: string
  readonly headers: Readonly<Record<string, string>>
  readonly connections: number
  readonly seconds: number
}

export interface LoadResult {
  readonly requests: number
  /** Responses with a status other than 2xx, and failed connections. */
  readonly errors: number
  readonly p50Ms: number
  readonly p99Ms: number
}

export type Generator = 'wrk' | 'node'

/** Returns `wrk` if it is installed or can be installed (apt, as root), else `node`. */
export function chooseGenerator(): Generator {
  if (hasWrk()) return 'wrk'
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    spawnSync('apt-get', ['-qq', 'update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['-qq', 'install', '-y', 'wrk'], { stdio: 'ignore' })
  }
  return hasWrk() ? 'wrk' : 'node'
}

function hasWrk(): boolean {
  return spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined
}

export function runLoad(generator: Generator, load: Load): Promise<LoadResult> {
  return generator === 'wrk' ? runWrk(load) : runNode(load)
}

async function runWrk({ url, body, headers, connections, seconds }: Load): Promise<LoadResult> {
  const script = join(mkdtempSync(join(tmpdir(), 'fw-bench-')), 'post.lua')
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`)
  const report = `done = function(summary, latency)
  local bad = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout
  io.write(string.format("RESULT %d %d %f %f\\n", summary.requests, bad, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end`
  const method = body === undefined ? [] : ['wrk.method = "POST"', `wrk.body = [==[${body}]==]`]
  writeFileSync(script, [...method, ...lines, report].join('\n'))
  // On a busy machine responses are slow, not lost.
  const args = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '30s', '-s', script, url]
  const output = await outputOf(['wrk', ...args])
  const numbers = /RESULT (\d+) (\d+) ([\d.]+) ([\d.]+)/.exec(output)?.slice(1).map(Number)
  if (numbers === undefined) throw new Error(`wrk printed unexpected output:\n${output}`)
  const [requests = 0, errors = 0, p50Ms = 0, p99Ms = 0] = numbers
  return { requests, errors, p50Ms, p99Ms }
}

async function runNode(load: Load): Promise<LoadResult> {
  const generator = fileURLToPath(new URL('./load-generator.mjs', import.meta.url))
  return JSON.parse(await outputOf([process.execPath, generator, JSON.stringify(load)]))
}

function outputOf(command: readonly string[]): Promise<string> {
  const [program = '', ...args] = pinned(command, 1)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command[0]} ended with ${code}`)),
    )
  })
}
