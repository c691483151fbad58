/**
 * Row H: the page of row B, rendered for each request and cached for all, compared with the same bytes prepared once by
 * hand.
 */
import { spawnSync } from 'node:child_process'
import { median } from './median.ts'
import { bareSolid, FW, PAGE_APP } from './page-row.ts'
import { chooseGenerator, type Generator, runLoad } from './rig/load.ts'
import { cpuSecondsOf } from './rig/process-tree.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import type { BenchOptions } from './run.ts'

export interface CacheResult {
  readonly page: string
  /** Median over the rounds. */
  readonly requestsPerCpuSecond: number
  /** Medians of the ratios to the page that renders for each request, and to the static text, per round. */
  readonly ofMade: number
  readonly ofText: number
}

interface Target {
  readonly page: string
  readonly server: RunningServer
  readonly path: string
  /** `x-fw-cache` of the second response. */
  readonly state: string | null
}

const WARMUP_SECONDS = 3

export async function runCacheBench(options: BenchOptions, log: (line: string) => void): Promise<CacheResult[]> {
  const generator = chooseGenerator()
  log(`row H: a page of 100 rows, kept; ${options.connections} connections by ${generator}`)
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: PAGE_APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/page failed.')
  const servers: RunningServer[] = []
  try {
    const text = await startServer(bareSolid('text made once', 'text', true))
    servers.push(text)
    const app = await startServer({
      name: 'fw start',
      cwd: PAGE_APP,
      args: [FW, 'start', '--port', '0'],
      env: { PORT: '0' },
    })
    servers.push(app)
    const targets: readonly Target[] = [
      { page: 'text made once', server: text, path: '/', state: null },
      { page: 'made each time', server: app, path: '/', state: null },
      { page: 'kept (HIT)', server: app, path: '/kept', state: 'HIT' },
    ]
    for (const target of targets) await expectPage(target)
    for (const target of targets) await rate(target, generator, { ...options, seconds: WARMUP_SECONDS })
    const rounds: number[][] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const rates: number[] = []
      for (const target of targets) rates.push(await rate(target, generator, options))
      rounds.push(rates)
    }
    const results = targets.map(({ page }, index) => ({
      page,
      requestsPerCpuSecond: median(rounds.map((rates) => rates[index] ?? 0)),
      ofMade: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[1] ?? 1))),
      ofText: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[0] ?? 1))),
    }))
    for (const { page, requestsPerCpuSecond, ofMade, ofText } of results)
      log(
        `${page.padEnd(16)} ${Math.round(requestsPerCpuSecond)} req per CPU second, ${ofMade.toFixed(2)} x made each time, ${ofText.toFixed(2)} x text`,
      )
    return results
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** Checks that the page is correct and has the expected cache state before its speed is measured. */
async function expectPage({ page, server, path, state }: Target): Promise<void> {
  const ask = () => fetch(server.url + path, { headers: { accept: 'text/html' } })
  await (await ask()).arrayBuffer()
  const answer = await ask()
  const rows = (await answer.text()).split('</tr>').length - 1
  if (rows !== 100 || answer.headers.get('x-fw-cache') !== state)
    throw new Error(`${page}: ${rows} rows, x-fw-cache ${answer.headers.get('x-fw-cache')}.`)
}

async function rate({ page, server, path }: Target, generator: Generator, options: BenchOptions): Promise<number> {
  const { connections, seconds } = options
  const before = cpuSecondsOf(server.pid)
  const load = { url: server.url + path, headers: { accept: 'text/html' }, connections, seconds }
  const { requests, errors } = await runLoad(generator, load)
  if (errors > 0) throw new Error(`${page}: ${errors} of ${requests} requests failed`)
  return requests / (cpuSecondsOf(server.pid) - before)
}
