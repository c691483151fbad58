/** The start-up cost of the command line: CPU time of whole processes, compared with the start of bare Node. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BenchOptions, type Log, MS, type Result } from './result.ts'
import { runBuild } from './rig/run-build.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

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

interface Command extends Contender {
  readonly args: readonly string[]
  /** Text that its output must contain. */
  readonly prints: string
}

const COMMANDS: readonly Command[] = [
  { name: 'bare Node', args: ['-e', '0'], prints: '' },
  { name: 'fw --help', args: [FW, '--help'], prints: 'fw run' },
  { name: 'fw completion', args: [FW, '__complete', 'zsh', 'fw', 'run', 'clock.'], prints: 'clock.answer' },
  { name: 'fw run, built', args: [FW, 'run', 'clock.answer'], prints: '"answer": 42' },
].map((command) => ({ ...command, runtime: OWN_NODE.name }))

/** Each run is a process of its own. */
export async function measureCli({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  await writeApp()
  const measure = (command: Command) => ({ CPU: readCpuMs(command) })
  return measureRounds({ row: 'cli', rounds, contenders: COMMANDS, measures: { CPU: MS }, measure }, log)
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
function readCpuMs({ name, args, prints }: Command): number {
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
