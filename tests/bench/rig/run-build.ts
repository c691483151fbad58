/** Runs `fw build` as users do, and measures its processes. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf, readUserSeconds, rssBytesOf } from './process-tree.ts'

export interface BuildRun {
  /** Output of the build, from both streams. */
  readonly printed: string
  readonly buildMs: number
  /** Of all its processes. */
  readonly cpuSeconds: number
  /** The part of it outside of the kernel. */
  readonly userSeconds: number
  /** Largest sum over all concurrent processes of the build. */
  readonly peakRssMb: number
}

const SAMPLE_MS = 50
const FW = fileURLToPath(new URL('../../../cli/bin/fw.js', import.meta.url))

/** The build command if it isn't `fw build` on the Node that runs the bench. */
export interface BuildCommand {
  readonly program?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Throws when the build fails. */
export async function runBuild(root: string, command: BuildCommand = {}): Promise<BuildRun> {
  const { program = process.execPath, args = [FW, 'build'], env } = command
  const started = performance.now()
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  let [peak, cpuSeconds, userSeconds] = [0, 0, 0]
  const sample = setInterval(() => {
    peak = Math.max(peak, rssBytesOf(child.pid ?? 0))
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(child.pid ?? 0))
    userSeconds = Math.max(userSeconds, readUserSeconds(child.pid ?? 0))
  }, SAMPLE_MS)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(sample)
  if (code !== 0) throw new Error(`The build in ${root} ended with ${code}:\n${printed}`)
  return { printed, buildMs: performance.now() - started, cpuSeconds, userSeconds, peakRssMb: peak / 1024 / 1024 }
}

/** Returns the milliseconds of a step, from its line in the output. */
export function stepMs({ printed }: BuildRun, step: string): number {
  const [, ms] = new RegExp(`^${step} +(\\d+) ms$`, 'm').exec(printed) ?? []
  if (ms === undefined) throw new Error(`fw build didn't print the duration of "${step}":\n${printed}`)
  return Number(ms)
}
