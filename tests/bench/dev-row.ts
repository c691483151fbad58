/**
 * `fw dev` in an app of 1000 api modules: the cost of its first page, and the time after it until the types are known.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeAnalysisApp } from './analysis-app.ts'
import { type BenchOptions, type Log, MB, type Result, SECONDS } from './result.ts'
import { cpuSecondsOf, ownCpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE } from './runtimes.ts'

const MODULES = 1000
const WHOLE = fileURLToPath(new URL('./analysis/whole.mjs', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))

const MEASURES = {
  /** From the start of the process to the response with the first page. */
  'first page': SECONDS,
  /** CPU of the server until then, which includes loading all modules; excludes the parallel analysis process. */
  'CPU of the first page': SECONDS,
  /** From the start to the response of the first call, which waits until the input of its tool is known. */
  'first call': SECONDS,
  /** CPU of all processes until then. */
  'CPU of the first call': SECONDS,
  /** Memory of all processes after the response. */
  RSS: MB,
}

interface DevStart extends Contender {
  /** Whether an earlier server has stored the types. */
  readonly typesKnown: boolean
}

const STARTS: readonly DevStart[] = [
  { name: 'fw, first start', runtime: OWN_NODE.name, typesKnown: false },
  { name: 'fw, types known', runtime: OWN_NODE.name, typesKnown: true },
]

/** Throws if a first page waits for the types. */
export async function measureDev({ rounds }: BenchOptions, log: Log): Promise<readonly Result[]> {
  const root = mkdtempSync(join(tmpdir(), 'fw-dev-bench-'))
  try {
    writeAnalysisApp(root, MODULES)
    const measure = async ({ typesKnown }: DevStart) => {
      if (typesKnown) analyze(root)
      else rmSync(join(root, '.fw'), { recursive: true, force: true })
      return measureFirstResponses(root, typesKnown)
    }
    return await measureRounds({ row: 'dev', rounds, contenders: STARTS, measures: MEASURES, measure }, log)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function measureFirstResponses(root: string, typesKnown: boolean) {
  const started = performance.now()
  const env = { NODE_ENV: 'development' }
  const server = await startServer({ name: 'fw dev', cwd: root, args: [FW, 'dev', '--port', '0'], env })
  try {
    await expectPage(server)
    const page = {
      'first page': (performance.now() - started) / 1000,
      'CPU of the first page': ownCpuSecondsOf(server.pid),
    }
    if (!typesKnown && existsSync(join(root, '.fw/cache/modules/index.json')))
      throw new Error('The first page waits for the types.')
    await expectRefusal(server)
    return {
      ...page,
      'first call': (performance.now() - started) / 1000,
      'CPU of the first call': cpuSecondsOf(server.pid),
      RSS: rssBytesOf(server.pid) / 1024 / 1024,
    }
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
