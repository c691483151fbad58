/**
 * 1000 navigations within one document leak nothing: no detached nodes, and about the same heap size as at the start.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from 'playwright-core'
import { startServer } from '../bench/rig/server-process.ts'
import { launchChromium } from '../browser/chromium.ts'

const SOURCES = fileURLToPath(new URL('../browser/apps/navigation', import.meta.url))
const APP = fileURLToPath(new URL('../../.fw/tests/soak-navigation', import.meta.url))
const FW = fileURLToPath(new URL('../../cli/bin/fw.js', import.meta.url))

const NAVIGATIONS = 1_000
/** Navigations until code is loaded and compiled and the caches of each page are filled. */
const WARM = 50
/** Allowed growth of the heap after `WARM` navigations. */
const GROWTH = 0.1

/** Excludes the code that V8 optimizes: it is part of the heap too, but isn't left by pages. */
const INTERPRETED = '--js-flags=--no-opt --no-maglev --no-sparkplug'

/**
 * Pages with islands of every trigger, persistent islands, stores, data, and none of these; each page is followed by
 * different ones.
 */
const PAGES = ['many', 'a', 'plain', 'many', 'b', 'totals', 'data', 'long', 'a', 'scripts', 'b', 'many']

export async function soakNavigation(log: (line: string) => void): Promise<readonly string[]> {
  buildNavigation()
  const server = await startServer({ name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0'] })
  const chromium = await launchChromium({ args: [INTERPRETED] })
  try {
    const { page, logs } = await chromium.open(`${server.url}/many`)
    await page.locator('#fw-announcer').waitFor({ state: 'attached' })
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const session = await page.context().newCDPSession(page)
    await navigate(page, WARM)
    const before = await measure(page, session)
    await navigate(page, NAVIGATIONS)
    const after = await measure(page, session)
    const growth = after.heap / before.heap - 1
    const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(2)
    log(
      `navigation: ${NAVIGATIONS} navigations, heap ${mib(before.heap)} MiB, then ${mib(after.heap)} (${(growth * 100).toFixed(1)} %); nodes ${before.nodes}, then ${after.nodes}; detached ${after.detached}; listeners ${before.listeners}, then ${after.listeners}`,
    )
    const stayed = await page.evaluate(() => 'sameDocument' in window)
    return [
      ...(stayed ? [] : ['navigation: the document was loaded again']),
      ...(growth > GROWTH ? [`navigation: the heap grew by ${(growth * 100).toFixed(1)} %`] : []),
      ...(after.detached > 0 ? [`navigation: ${after.detached} detached nodes leaked`] : []),
      ...(after.listeners > before.listeners ? ['navigation: listeners leaked'] : []),
      // Ignores the missing icon of the app.
      ...logs.filter((line) => !line.includes('404')).map((line) => `navigation: the console shows ${line}`),
    ]
  } finally {
    await chromium.close()
    await server.stop()
    rmSync(APP, { recursive: true, force: true })
  }
}

/** Builds the app of the browser tests. */
function buildNavigation(): void {
  rmSync(APP, { recursive: true, force: true })
  mkdirSync(APP, { recursive: true })
  cpSync(SOURCES, `${APP}/src`, { recursive: true })
  writeFileSync(`${APP}/package.json`, '{ "name": "soak-navigation", "private": true, "type": "module" }\n')
  const config = { csp: true, inlineStyles: true, siteUrl: 'https://site.example', accessLog: false }
  writeFileSync(`${APP}/fw.config.ts`, `export default ${JSON.stringify(config)}\n`)
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'inherit' })
  if (status !== 0) throw new Error('`fw build` of the app of tests/soak/navigation.ts failed.')
}

/** Visits the pages `count` times by links, and sometimes goes back; ends at `/a`. */
async function navigate(page: Page, count: number): Promise<void> {
  await page.evaluate(
    async ([total, pages]) => {
      const shown = () => new Promise((resolve) => document.addEventListener('fw:navigated', resolve, { once: true }))
      const go = async (step: () => void) => {
        const done = shown()
        step()
        await done
        // Waits for islands and idle tasks.
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      const follow = (name: string) => {
        const link = document.getElementById(`to-${name}`)
        if (!link) throw new Error(`There is no link to ${name}.`)
        link.click()
      }
      for (let index = 0; index < total - 1; index += 1) {
        if (index % 10 === 9) await go(() => history.back())
        else await go(() => follow(`${pages[index % pages.length]}`))
        for (const button of document.querySelectorAll<HTMLElement>('main button')) button.click()
      }
      await go(() => follow('a'))
      // The app's own list of its islands.
      Object.assign(window, { ended: [] })
      await new Promise((resolve) => setTimeout(resolve, 500))
    },
    [count, PAGES] as const,
  )
}

async function measure(page: Page, session: CDPSession) {
  // A second collection frees objects that promises or weak references still held during the first.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  await session.send('DOM.enable')
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes')
  // The inspector holds the nodes that it has reported.
  await session.send('DOM.disable')
  return { heap: usedSize, nodes, listeners: jsEventListeners, detached: detachedNodes.length }
}
