/** The start-up cost of the command line: CPU time of whole processes, compared with the start of bare Node. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runBuild } from './rig/run-build.ts'
import type { BenchOptions } from './run.ts'

export interface CliResult {
  readonly name: string
  /** User and system time of the cheapest run of the process, which excludes delays of the machine. */
  readonly cpuMs: number
  /** Limit in milliseconds. */
  readonly barMs: number
}

const RUNS_PER_ROUND = 5

const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))

/** Inside the repository, so that the app finds its packages. */
const WORK = fileURLToPath(new URL('../../.bench/cli', import.meta.url))

const FILES = {
  'package.json': '{ "name": "bench-cli", "type": "module", "private": true }\n',
  'src/routes/index.tsx': 'export default function Page() {\n  return <p>Clock</p>\n}\n',
  'src/server/clock.api.ts': `import { api } from '@fw/runtime'

/** Returns the answer to every question about a bench. */
export const answer = api({ run: () => ({ answer: 42 }) })
`,
}

interface Row {
  readonly name: string
  readonly args: readonly string[]
  /** Text that its output must contain. */
  readonly prints: string
  /** Limit in milliseconds, or in starts of bare Node. */
  readonly bar: { readonly ms: number } | { readonly starts: number }
}

const BARE: Row = { name: 'bare node', args: ['-e', '0'], prints: '', bar: { starts: 1 } }

const ROWS: readonly Row[] = [
  BARE,
  { name: 'fw --help', args: [FW, '--help'], prints: 'fw run', bar: { starts: 3 } },
  {
    name: 'completion',
    args: [FW, '__complete', 'zsh', 'fw', 'run', 'clock.'],
    prints: 'clock.answer',
    bar: { ms: 150 },
  },
  { name: 'fw run, built', args: [FW, 'run', 'clock.answer'], prints: '"answer": 42', bar: { ms: 400 } },
]

/** Runs alternate; each is a separate process. */
export async function runCliBench(
  { rounds }: Pick<BenchOptions, 'rounds'>,
  log: (line: string) => void,
): Promise<readonly CliResult[]> {
  log('cli: CPU of whole processes, the cheapest of their runs')
  await writeApp()
  const best = new Map(ROWS.map(({ name }) => [name, Number.POSITIVE_INFINITY]))
  for (let run = 0; run < rounds * RUNS_PER_ROUND; run += 1)
    for (const row of ROWS) best.set(row.name, Math.min(best.get(row.name) ?? 0, cpuMsOf(row)))
  const bareMs = best.get(BARE.name) ?? 1
  const results = ROWS.map(({ name, bar }) => ({
    name,
    cpuMs: best.get(name) ?? 0,
    barMs: 'ms' in bar ? bar.ms : bar.starts * bareMs,
  }))
  for (const { name, cpuMs, barMs } of results)
    log(
      `cli      ${name.padEnd(18)} ${cpuMs.toFixed(0)} ms CPU, ${(cpuMs / bareMs).toFixed(2)} x bare node, bar ${barMs.toFixed(0)} ms${cpuMs > barMs ? ' MISSED' : ''}`,
    )
  return results
}

async function writeApp(): Promise<void> {
  rmSync(WORK, { recursive: true, force: true })
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(WORK, file)), { recursive: true })
    writeFileSync(join(WORK, file), text)
  }
  await runBuild(WORK)
}

/**
 * bash reports the times of an ended process, in thousandths of a second. Throws if the output lacks the expected text.
 */
function cpuMsOf({ name, args, prints }: Row): number {
  const script = `exec 3>&1; TIMEFORMAT='cpu %3U %3S'; { time "$@" >&3 2>/dev/null; } 2>&1`
  const { stdout, status } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    cwd: WORK,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  const [, user, system] = /^cpu (\S+) (\S+)$/m.exec(stdout) ?? []
  if (status !== 0 || !stdout.includes(prints) || user === undefined)
    throw new Error(`${name} ended with ${status} and printed: ${stdout}`)
  return (Number(user) + Number(system)) * 1000
}
