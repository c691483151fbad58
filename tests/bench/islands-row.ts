/**
 * Islands in Chromium: the bytes of script that pages load; at 6x CPU throttling, the time until fifty islands are
 * interactive compared with the same page in Astro, and the duration of updates of a keyed list compared with Solid
 * alone. Ratios are from alternating measurements of one run.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { type Chromium, launchChromium } from '../browser/chromium.ts'
import { median } from './median.ts'
import { installPagePeer, pagePeers } from './peers.ts'
import { type RunningServer, startServer } from './rig/server-process.ts'

export interface IslandsResult {
  /** Brotli bytes of script per page; `afterwards` is the navigation runtime, which loads when the page is idle. */
  readonly bytes: Readonly<Record<string, { readonly scripts: number; readonly afterwards: number }>>
  /** Median milliseconds until fifty islands are interactive; with peers. */
  readonly interactive?: { readonly fw: number; readonly astro: number; readonly ratio: number }
  /** Median CPU milliseconds of an operation here and in Solid alone, and the median of their ratios per pair. */
  readonly list: Readonly<Record<string, { readonly fw: number; readonly solid: number; readonly ratio: number }>>
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const APP = at('./apps/islands')
const FW = at('../../cli/bin/fw.js')
const PLAIN = at('../../.bench/plain-solid')
const SAMPLES = 15
const THROTTLE = 6

export async function runIslandsBench(
  { peers }: { readonly peers: boolean },
  log: (line: string) => void,
): Promise<IslandsResult> {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/islands failed.')
  if (peers) installPagePeer()
  const own = { name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0'], env: { PORT: '0' } }
  const servers = [await startServer(own)]
  const plain = await servePlainSolid()
  const chromium = await launchChromium()
  try {
    const [fw] = servers as [RunningServer]
    const bytes = await measureBytes(chromium, fw.url, log)
    let interactive: IslandsResult['interactive']
    if (peers) {
      const [newer, astro] = pagePeers(own)
      for (const command of [newer, astro]) if (command) servers.push(await startServer(command))
      interactive = await measureInteractive(chromium, [`${servers[1]?.url}/`, `${servers[2]?.url}/islands`])
      log(
        `50 islands interactive, medians of ${SAMPLES} at ${THROTTLE}x: fw ${interactive.fw.toFixed(0)} ms, Astro with Solid ${interactive.astro.toFixed(0)} ms, ratio ${interactive.ratio.toFixed(3)}`,
      )
    }
    const list = await measureList(chromium, [`${fw.url}/rows`, plain.url])
    for (const [name, { fw, solid, ratio }] of Object.entries(list))
      log(
        `${name.padEnd(12)} fw ${fw.toFixed(2)} ms, Solid alone ${solid.toFixed(2)} ms, ratio ${ratio.toFixed(3)} (CPU, medians of ${SAMPLES} at ${THROTTLE}x)`,
      )
    return { bytes, ...(interactive && { interactive }), list }
  } finally {
    await chromium.close()
    plain.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

const PAGES = { 'no islands': '/plain', 'one counter': '/one', 'store and intent': '/basket', '50 counters': '/' }

async function measureBytes(chromium: Chromium, origin: string, log: (line: string) => void) {
  const bytes: Record<string, { scripts: number; afterwards: number }> = {}
  for (const [name, path] of Object.entries(PAGES)) {
    const { page, requests } = await chromium.open(origin + path)
    if (path !== '/plain') await page.locator('fw-island[ok] button').first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.close()
    const files = [...new Set(requests.filter((url) => url.startsWith('/assets/') && url.endsWith('.js')))]
    const size = (part: readonly string[]) =>
      part.reduce((sum, url) => sum + brotliCompressSync(readFileSync(join(APP, 'dist/client', url))).length, 0)
    const isLate = (url: string) => /\/(?:navigat(?:e|ion)|follow-links)-/.test(url)
    bytes[name] = { scripts: size(files.filter((url) => !isLate(url))), afterwards: size(files.filter(isLate)) }
    log(`${name.padEnd(16)} ${bytes[name].scripts} B of script, ${bytes[name].afterwards} B of navigation afterwards`)
  }
  return bytes
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

async function measureInteractive(chromium: Chromium, urls: readonly string[]) {
  const times: number[][] = urls.map(() => [])
  for (let sample = -2; sample < SAMPLES; sample += 1)
    for (const [index, url] of urls.entries()) {
      const { page } = await throttled(chromium)
      await page.addInitScript(WATCH)
      await page.goto(url)
      await page.waitForFunction(() => 'interactiveAt' in window)
      const took = await page.evaluate(() => (window as unknown as { interactiveAt: number }).interactiveAt)
      const last = page.locator('button').last()
      await last.click()
      if ((await last.textContent()) !== 'Seen 50 times') throw new Error(`${url} was not interactive.`)
      if (sample >= 0) times[index]?.push(took)
      await page.close()
    }
  const [fw = 0, astro = 0] = times.map(median)
  return { fw, astro, ratio: fw / astro }
}

/** Number of operations in one sample: short ones would be lost in the cost of reading the clock. */
const OPERATIONS = { create: 1, swap: 10, select: 20, clear: 1 }

async function measureList(chromium: Chromium, urls: readonly string[]) {
  const pages: { page: Page; cpuSeconds: () => Promise<number> }[] = []
  for (const url of urls) {
    const { page, cpuSeconds } = await throttled(chromium)
    await page.goto(url)
    await page.locator('#create').waitFor()
    await page.waitForFunction(() => document.querySelector('fw-island:not([ok])') === null)
    pages.push({ page, cpuSeconds })
  }
  const names = Object.keys(OPERATIONS)
  const times: Record<string, number[][]> = Object.fromEntries(names.map((name) => [name, pages.map(() => [])]))
  for (let sample = -5; sample < SAMPLES; sample += 1)
    for (const [name, count] of Object.entries(OPERATIONS))
      for (const [index, { page, cpuSeconds }] of pages.entries()) {
        await page.bringToFront()
        const before = await cpuSeconds()
        await page.evaluate(operate, { name, count })
        const took = ((await cpuSeconds()) - before) * 1000
        if (sample >= 0) times[name]?.[index]?.push(took / count)
      }
  for (const { page } of pages) await page.close()
  return Object.fromEntries(
    names.map((name) => {
      const [ours = [], alone = []] = times[name] ?? []
      const ratio = median(ours.map((took, sample) => took / (alone[sample] ?? took)))
      return [name, { fw: median(ours), solid: median(alone), ratio }]
    }),
  )
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
