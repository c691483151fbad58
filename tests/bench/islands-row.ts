/**
 * Islands in Chromium at 6x CPU throttling: the time until fifty islands are interactive, with peers compared with the
 * same page in Astro, and updates of a keyed list compared with Solid alone.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { buildAstroPage } from './peers.ts'
import { type BenchOptions, type Log, MS, type Result } from './result.ts'
import { withServers } from './rig/server-load.ts'
import type { ServerCommand } from './rig/server-process.ts'
import { type Contender, measureRounds } from './rounds.ts'
import { OWN_NODE, runOn } from './runtimes.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/islands')
const FW = at('../../cli/bin/fw.js')
const PLAIN = at('../../.bench/plain-solid')
const RUNTIME = 'Chromium'
const THROTTLE = 6
/** Before the first round. */
const WARMUP_ROUNDS = 5
/** A few percent matter in a list, and its operations are short. */
const LISTS_PER_ROUND = 3

export const ISLANDS_SERVER: ServerCommand = {
  name: 'fw',
  cwd: APP,
  args: [FW, 'start', '--port', '0'],
  env: { PORT: '0' },
}

export function buildIslandsApp(): void {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/islands failed.')
}

export async function measureIslands(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildIslandsApp()
  const commands = [...runOn([OWN_NODE], ISLANDS_SERVER), ...(options.peers ? [buildAstroPage()] : [])]
  const plain = await servePlainSolid()
  const chromium = await launchChromium()
  try {
    return await withServers(commands, async ([fw, astro]) => {
      const own = { name: 'fw', runtime: RUNTIME }
      const pages = [{ ...own, url: `${fw?.server.url}/` }]
      if (astro) pages.push({ name: 'astro', runtime: RUNTIME, url: `${astro.server.url}/islands` })
      const lists = [
        { ...own, url: `${fw?.server.url}/rows` },
        { name: 'Solid alone', runtime: RUNTIME, url: plain.url },
      ]
      return [
        ...(await measureInteractive(chromium, pages, options, log)),
        ...(await measureList(chromium, lists, options, log)),
      ]
    })
  } finally {
    await chromium.close()
    plain.close()
  }
}

interface MeasuredPage extends Contender {
  readonly url: string
}

/** Records when the last of fifty islands is interactive, by each framework's own marker. */
const WATCH = `{
  const live = () => document.querySelectorAll('fw-island[ok], astro-island:not([ssr])').length
  const observer = new MutationObserver(() => {
    if (live() < 50) return
    observer.disconnect()
    window.interactiveAt = performance.now()
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['ok', 'ssr'] })
}`

async function measureInteractive(
  chromium: Chromium,
  contenders: readonly MeasuredPage[],
  { rounds }: BenchOptions,
  log: Log,
): Promise<readonly Result[]> {
  const measure = async ({ url }: MeasuredPage) => ({ '50 islands interactive': await openIslands(chromium, url) })
  for (let round = 0; round < WARMUP_ROUNDS; round += 1) for (const page of contenders) await measure(page)
  const measures = { '50 islands interactive': MS }
  return measureRounds({ row: 'islands', rounds, contenders, measures, measure }, log)
}

/** Returns the milliseconds until all islands are interactive. */
async function openIslands(chromium: Chromium, url: string): Promise<number> {
  const { page } = await throttled(chromium)
  await page.addInitScript(WATCH)
  await page.goto(url)
  await page.waitForFunction(() => 'interactiveAt' in window)
  const took = await page.evaluate(() => (window as unknown as { interactiveAt: number }).interactiveAt)
  const last = page.locator('button').last()
  await last.click()
  if ((await last.textContent()) !== 'Seen 50 times') throw new Error(`${url} was not interactive.`)
  await page.close()
  return took
}

/** Number of operations in one sample: short ones would be lost in the cost of reading the clock. */
const OPERATIONS = { create: 1, swap: 10, select: 20, clear: 1 }

const LIST_MEASURES = { create: MS, swap: MS, select: MS, clear: MS }

interface OpenList extends Contender {
  readonly page: Page
  readonly cpuSeconds: () => Promise<number>
}

async function measureList(
  chromium: Chromium,
  contenders: readonly MeasuredPage[],
  { rounds }: BenchOptions,
  log: Log,
): Promise<readonly Result[]> {
  const lists: OpenList[] = []
  for (const { name, runtime, url } of contenders) {
    const { page, cpuSeconds } = await throttled(chromium)
    await page.goto(url)
    await page.locator('#create').waitFor()
    await page.waitForFunction(() => document.querySelector('fw-island:not([ok])') === null)
    lists.push({ name, runtime, page, cpuSeconds })
  }
  for (let round = 0; round < WARMUP_ROUNDS; round += 1) for (const list of lists) await runOperations(list)
  const about = { row: 'islands', rounds: rounds * LISTS_PER_ROUND, contenders: lists, measures: LIST_MEASURES }
  const results = await measureRounds({ ...about, measure: runOperations }, log)
  for (const { page } of lists) await page.close()
  return results
}

/** Returns the CPU milliseconds of each operation. */
async function runOperations({ page, cpuSeconds }: OpenList) {
  await page.bringToFront()
  const times = { create: 0, swap: 0, select: 0, clear: 0 }
  for (const name of ['create', 'swap', 'select', 'clear'] as const) {
    const before = await cpuSeconds()
    await page.evaluate(operate, { name, count: OPERATIONS[name] })
    times[name] = (((await cpuSeconds()) - before) * 1000) / OPERATIONS[name]
  }
  return times
}

/** Runs in the page: repeats an operation the given number of times, including its layout. */
function operate({ name, count }: { readonly name: string; readonly count: number }): void {
  const button = document.getElementById(name) as HTMLElement
  for (let done = 0; done < count; done += 1) {
    button.click()
    document.body.getBoundingClientRect()
  }
  const rows = document.querySelectorAll('tr').length
  if (rows !== (name === 'clear' ? 0 : 1000)) throw new Error(`There are ${rows} rows after ${name}.`)
}

/** `cpuSeconds`: CPU time of the page's main thread; other processes don't count. */
async function throttled(chromium: Chromium) {
  const page = await chromium.context.newPage()
  const session = await chromium.context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const cpuSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  return { page, cpuSeconds }
}

/** The same list compiled by Solid's preset and rendered by Solid, without any code of fw. */
async function servePlainSolid(): Promise<{ readonly url: string; close(): void }> {
  rmSync(PLAIN, { recursive: true, force: true })
  mkdirSync(PLAIN, { recursive: true })
  const rows = readFileSync(join(APP, 'src/components/Rows.jsx'), 'utf8')
  const code = `${rows}\nimport { render } from 'solid-js/web'\nrender(() => <Rows />, document.body)\n`
  const made = transformSync(code, { filename: 'rows.jsx', babelrc: false, configFile: false, presets: [[solid, {}]] })
  writeFileSync(join(PLAIN, 'main.js'), made?.code ?? '')
  await build({
    root: PLAIN,
    configFile: false,
    logLevel: 'error',
    build: { modulePreload: false, rolldownOptions: { input: join(PLAIN, 'main.js') } },
  })
  const [script = ''] = readdirSync(join(PLAIN, 'dist/assets'))
  const html = `<!doctype html><html lang="en"><title>Rows</title><body><script type="module" src="/${script}"></script>`
  const server = createServer((request, response) => {
    const isScript = request.url === `/${script}`
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? readFileSync(join(PLAIN, 'dist/assets', script)) : html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // a TCP server's address has this form
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
