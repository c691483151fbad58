/** Row E: a 20 KB hashed script as brotli, and a file of 1 MB, compared with the same bytes from memory by hand. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from './median.ts'
import { chooseGenerator, type Generator, runLoad } from './rig/load.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import type { BenchOptions } from './run.ts'

export interface FilesResult {
  readonly path: string
  readonly server: string
  /** Median over the rounds. */
  readonly requestsPerCpuSecond: number
  /** Median of the ratios to the first server, per round. */
  readonly ratio: number
  readonly rssMb: number
}

const SCRIPT = '/assets/app-1a2b3c4d.js'
const PATHS = [SCRIPT, '/large.bin']
const WARMUP_SECONDS = 2

export async function runFilesBench(options: BenchOptions, log: (line: string) => void): Promise<FilesResult[]> {
  const generator = chooseGenerator()
  log(`row E: files of 20 KB and 1 MB; ${options.connections} connections by ${generator}`)
  const folder = writeFiles()
  const servers: RunningServer[] = []
  try {
    const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
    servers.push(
      await startServer({ name: 'node:http by hand', cwd: at('./baselines'), args: ['files-server.mjs', folder] }),
    )
    servers.push(await startServer({ name: 'fw host', cwd: at('./apps/files'), args: ['server.mjs', folder] }))
    for (const server of servers) await expectFiles(server)
    const results: FilesResult[] = []
    for (const path of PATHS) results.push(...(await compare(servers, path, generator, options)))
    for (const { path, server, requestsPerCpuSecond, ratio, rssMb } of results)
      log(
        `${path.padEnd(24)} ${server.padEnd(18)} ${Math.round(requestsPerCpuSecond)} req per CPU second, ${ratio.toFixed(2)} x baseline, ${rssMb.toFixed(0)} MB RSS`,
      )
    return results
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true })
  }
}

async function compare(
  servers: readonly RunningServer[],
  path: string,
  generator: Generator,
  options: BenchOptions,
): Promise<readonly FilesResult[]> {
  for (const server of servers) await rate(server, path, generator, { ...options, seconds: WARMUP_SECONDS })
  const rounds: number[][] = []
  for (let round = 0; round < options.rounds; round += 1) {
    const rates: number[] = []
    for (const server of servers) rates.push(await rate(server, path, generator, options))
    rounds.push(rates)
  }
  return servers.map((server, index) => ({
    path,
    server: server.name,
    requestsPerCpuSecond: median(rounds.map((rates) => rates[index] ?? 0)),
    ratio: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[0] ?? 1))),
    rssMb: rssBytesOf(server.pid) / 1024 / 1024,
  }))
}

async function rate(server: RunningServer, path: string, generator: Generator, options: BenchOptions): Promise<number> {
  const { connections, seconds } = options
  const before = cpuSecondsOf(server.pid)
  const load = { url: server.url + path, headers: { 'accept-encoding': 'gzip, deflate, br' }, connections, seconds }
  const { requests, errors } = await runLoad(generator, load)
  if (errors > 0) throw new Error(`${server.name} failed ${errors} of ${requests} requests`)
  return requests / (cpuSecondsOf(server.pid) - before)
}

/** Checks that the response is correct before its speed is measured. */
async function expectFiles({ name, url }: RunningServer): Promise<void> {
  const script = await fetch(url + SCRIPT, { headers: { 'accept-encoding': 'br' } })
  const large = await (await fetch(`${url}/large.bin`)).arrayBuffer()
  const right = script.headers.get('content-encoding') === 'br' && (await script.text()) === scriptText()
  if (!right || large.byteLength !== 1_048_576) throw new Error(`${name} does not send the files as they are.`)
}

function writeFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-files-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, SCRIPT.slice(1)), scriptText())
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(1_048_576, 7))
  return folder
}

/** 20 KB that compress about as well as a real bundle: different names and numbers. */
function scriptText(): string {
  let text = ''
  for (let index = 0; text.length < 20_480; index += 1)
    text += `const n${(index * 7919).toString(36)}=(a,b)=>a*${(index * 104_729) % 9973}+b["k${(index * 31).toString(36)}"];`
  return text
}
