/**
 * `fw dev` in an app of 1000 api modules: the cost of its first page, and the time after it until the types are known.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAnalysisApp } from './analysis-app.ts'
import { median } from './median.ts'
import { cpuSecondsOf, ownCpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'

export interface DevResult {
  readonly name: string
  /** From the start of the process to the response with the first page. */
  readonly pageMs: number
  /** CPU of the server until then, which includes loading all modules; excludes the parallel analysis process. */
  readonly pageCpuMs: number
  /** Whether the analysis had finished by then. */
  readonly typesKnown: boolean
  /** From the start to the response of the first call, which waits until the input of its tool is known. */
  readonly callMs: number
  /** CPU of all processes until then. */
  readonly callCpuMs: number
  /** Memory of all processes after the response. */
  readonly rssMb: number
}

const MODULES = 1000
const WHOLE = fileURLToPath(new URL('./analysis/whole.mjs', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))

/** Returns medians over the rounds. Throws if a first page waits for the types. */
export async function runDevBench(
  { rounds }: { readonly rounds: number },
  log: (line: string) => void,
): Promise<readonly DevResult[]> {
  log(`dev: first page and first call of ${MODULES} api modules, ${3 * MODULES} tools`)
  const root = mkdtempSync(join(tmpdir(), 'fw-dev-bench-'))
  try {
    writeAnalysisApp(root, MODULES)
    const [cold, warm]: [DevResult[], DevResult[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      rmSync(join(root, '.fw'), { recursive: true, force: true })
      const before = await firstAnswers(root, 'nothing known')
      if (before.typesKnown) throw new Error('The first page waits for the types.')
      cold.push(before)
      analyze(root)
      warm.push(await firstAnswers(root, 'known from before'))
    }
    const results = [cold, warm].map(summarize)
    for (const result of results) log(printResult(result))
    return results
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function firstAnswers(root: string, name: string): Promise<DevResult> {
  const started = performance.now()
  const env = { NODE_ENV: 'development' }
  const server = await startServer({ name: 'fw dev', cwd: root, args: [FW, 'dev', '--port', '0'], env })
  try {
    await expectPage(server)
    const pageMs = performance.now() - started
    const pageCpuMs = ownCpuSecondsOf(server.pid) * 1000
    const typesKnown = existsSync(join(root, '.fw/cache/modules/index.json'))
    await expectRefusal(server)
    const callMs = performance.now() - started
    const callCpuMs = cpuSecondsOf(server.pid) * 1000
    return { name, pageMs, pageCpuMs, typesKnown, callMs, callCpuMs, rssMb: rssBytesOf(server.pid) / 1024 / 1024 }
  } finally {
    await server.stop()
  }
}

async function expectPage({ url }: RunningServer): Promise<void> {
  const page = await fetch(url)
  const html = await page.text()
  if (page.status !== 200 || !html.includes('Welcome')) throw new Error(`The page is ${page.status}:\n${html}`)
}

/** Writes the files that a server leaves on disk after it has run for a while. */
function analyze(root: string): void {
  const { status } = spawnSync(process.execPath, [WHOLE, root], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`The analysis ended with ${status}.`)
}

/** Only a server that knows the type of the input can report why it is invalid. */
async function expectRefusal({ url }: RunningServer): Promise<void> {
  const response = await fetch(`${url}/_fw/api/mod${MODULES - 1}.list`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"limit":101}',
  })
  const text = await response.text()
  if (response.status !== 400 || !text.includes('limit')) throw new Error(`The call is ${response.status}: ${text}`)
}

function summarize(results: readonly DevResult[]): DevResult {
  const of = (field: Exclude<keyof DevResult, 'name' | 'typesKnown'>) => median(results.map((result) => result[field]))
  return {
    name: results[0]?.name ?? '',
    pageMs: of('pageMs'),
    pageCpuMs: of('pageCpuMs'),
    typesKnown: results.every(({ typesKnown }) => typesKnown),
    callMs: of('callMs'),
    callCpuMs: of('callCpuMs'),
    rssMb: of('rssMb'),
  }
}

function printResult({ name, pageMs, pageCpuMs, callMs, callCpuMs, rssMb }: DevResult): string {
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return (
    `dev      ${name.padEnd(18)} page after ${seconds(pageMs)} s, ${pageCpuMs.toFixed(0)} ms CPU of the server; ` +
    `call after ${seconds(callMs)} s, ${seconds(callCpuMs)} s CPU of all; ${rssMb.toFixed(0)} MB RSS`
  )
}
