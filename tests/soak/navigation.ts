/** 1000 navigations within one document leave nothing behind: no detached nodes, and a heap like that of the beginning. */
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
/** Code is loaded and compiled, and what is kept once per page is kept. */
const WARM = 50
/** How much more than after `WARM` navigations the heap may hold. */
const GROWTH = 0.1

/** What V8 makes of code that runs often lies in the heap too, and says nothing of what pages leave behind. */
const INTERPRETED = '--js-flags=--no-opt --no-maglev --no-sparkplug'

/** Islands of every trigger, kept ones, stores, data, a page without any; each is left for each of the others. */
const PAGES = ['many', 'a', 'plain', 'many', 'b', 'totals', 'data', 'long', 'a', 'stranger', 'b', 'many']

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
      ...(stayed ? [] : ['navigation: the document was loaded anew']),
      ...(growth > GROWTH ? [`navigation: the heap grew by ${(growth * 100).toFixed(1)} %`] : []),
      ...(after.detached > 0 ? [`navigation: ${after.detached} detached nodes are left`] : []),
      ...(after.listeners > before.listeners ? ['navigation: listeners are left'] : []),
      // The app has no icon.
      ...logs.filter((line) => !line.includes('404')).map((line) => `navigation: the console says ${line}`),
    ]
  } finally {
    await chromium.close()
    await server.stop()
    rmSync(APP, { recursive: true, force: true })
  }
}

/** The app of the browser tests, as a build of its own. */
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

/** `count` times through the pages, by links, and back now and then; ends at `/a`. */
async function navigate(page: Page, count: number): Promise<void> {
  await page.evaluate(
    async ([total, pages]) => {
      const shown = () => new Promise((resolve) => document.addEventListener('fw:navigated', resolve, { once: true }))
      const go = async (step: () => void) => {
        const done = shown()
        step()
        await done
        // Islands start, and what is idle.
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
      // The app's own record of them.
      Object.assign(window, { ended: [] })
      await new Promise((resolve) => setTimeout(resolve, 500))
    },
    [count, PAGES] as const,
  )
}

async function measure(page: Page, session: CDPSession) {
  // What a promise or a weak reference still holds goes with the second collection.
  for (let round = 0; round < 3; round += 1) {
    await session.send('HeapProfiler.collectGarbage')
    await page.waitForTimeout(200)
  }
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  await session.send('DOM.enable')
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes')
  // The inspector holds the nodes that it told of.
  await session.send('DOM.disable')
  return { heap: usedSize, nodes, listeners: jsEventListeners, detached: detachedNodes.length }
}
