/** CPU time and memory of a process and all of its descendants, from `/proc` (Linux). */
import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const PAGE_BYTES = 4096

interface Process {
  readonly pid: number
  readonly parent: number
  /** Includes children that have ended. */
  readonly cpuSeconds: number
  readonly ownCpuSeconds: number
  /** The part of `cpuSeconds` outside of the kernel. */
  readonly userSeconds: number
  readonly rssBytes: number
}

/** CPU seconds used so far by the process tree. */
export function cpuSecondsOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + one.cpuSeconds, 0)
}

/** The part of `cpuSecondsOf` outside of the kernel. */
export function readUserSeconds(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + one.userSeconds, 0)
}

/** CPU seconds used so far by the process itself. */
export function ownCpuSecondsOf(pid: number): number {
  return readProcess(pid)[0]?.ownCpuSeconds ?? 0
}

/** CPU milliseconds used so far by the living threads of the process, more exact than ticks. */
export function readThreadCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => readText(`/proc/${pid}/task/${thread}/schedstat`))
  return threads.reduce((sum, text = '0') => sum + Number(text.split(' ')[0]), 0) / 1e6
}

/** CPU milliseconds used so far by the main thread of the process, which runs JavaScript. */
export function readMainThreadCpuMs(pid: number): number {
  return Number(readText(`/proc/${pid}/task/${pid}/schedstat`)?.split(' ')[0] ?? 0) / 1e6
}

/** Memory of the process itself. */
export function readOwnRssBytes(pid: number): number {
  return readProcess(pid)[0]?.rssBytes ?? 0
}

/** Memory of the process tree. */
export function rssBytesOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + one.rssBytes, 0)
}

/** Sum of the peaks of all living processes of the tree. */
export function readPeakRssBytes(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + Math.max(readPeak(one.pid), one.rssBytes), 0)
}

function readPeak(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`) ?? '') ?? []
  return Number(kilobytes ?? 0) * 1024
}

/** Returns nothing for a process or thread that ended during the read. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function treeOf(root: number): readonly Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
  const tree = new Set([root])
  for (let size = 0; size !== tree.size; ) {
    size = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid))
}

function readProcess(pid: number): readonly Process[] {
  const stat = readText(`/proc/${pid}/stat`)
  if (stat === undefined) return []
  // The second field is the command in parentheses, and may contain spaces; the third is the state.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const field = (number: number): number => fields[number - 3] ?? 0
  const own = field(14) + field(15)
  const ended = field(16) + field(17)
  const cpu = {
    ownCpuSeconds: own / TICKS_PER_SECOND,
    cpuSeconds: (own + ended) / TICKS_PER_SECOND,
    userSeconds: (field(14) + field(16)) / TICKS_PER_SECOND,
  }
  return [{ pid, parent: field(4), ...cpu, rssBytes: field(24) * PAGE_BYTES }]
}
