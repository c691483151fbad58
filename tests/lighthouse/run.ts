/** `npm run lighthouse`: examples as people run them, built and served by `fw start`, and what Lighthouse says of them. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { median } from '../bench/median.ts'
import { launchChromium } from '../browser/chromium.ts'
import { buildPlayground } from '../browser/playground-app.ts'
import { startShop } from '../browser/shop-app.ts'
import { startFw } from '../cli/support/fixture.ts'
import { auditUrl, type CategoryId, type LighthouseReport, TIMELESS } from './audit-url.ts'

/** Examples, and their pages that are looked at. */
export const SITES: Readonly<Record<string, readonly string[]>> = {
  shop: ['/products/stoneware-mug'],
  // An article with a picture, and one with a script.
  blog: ['/', '/posts/the-gauge-under-the-pier', '/posts/a-tide-table-in-forty-lines'],
  i18n: ['/en'],
  content: ['/en', '/de/articles/line-length', '/en/search?q=line'],
  saas: ['/', '/sign-in'],
  agent: ['/'],
  starter: ['/', '/about'],
}

const CATEGORIES: readonly CategoryId[] = ['performance', ...TIMELESS, 'agentic-browsing']

export interface LighthouseOptions {
  /** Of each page; the median counts. */
  readonly runs: number
  /** One example. Default: all. */
  readonly only?: string
}

interface Site {
  readonly url: string
  close(): Promise<void>
}

/** Whether every page has 100 in every category. */
export async function runLighthouse(options: LighthouseOptions, log: (line: string) => void): Promise<boolean> {
  const chromium = await launchChromium({ debuggable: true })
  let isPerfect = true
  try {
    for (const [name, paths] of Object.entries(SITES)) {
      if (options.only !== undefined && options.only !== name) continue
      const site = await startSite(name)
      try {
        for (const path of paths) {
          const reports: LighthouseReport[] = []
          for (let run = 0; run < options.runs; run += 1)
            reports.push(await auditUrl(site.url + path, chromium.debuggingPort(), CATEGORIES))
          log('')
          isPerfect = printScores(`${name} ${path}`, reports, log) && isPerfect
        }
      } finally {
        await site.close()
      }
    }
  } finally {
    await chromium.close()
  }
  return isPerfect
}

async function startSite(name: string): Promise<Site> {
  if (name === 'shop') return startShop()
  const folder = await buildPlayground(name)
  const running = await startFw(folder, ['start', '--port', '0', '--host', '127.0.0.1'], {
    SESSION_SECRET: randomBytes(32).toString('base64'), // the support desk doesn't start without it
  })
  return {
    url: running.url.replace(/\/$/, ''),
    async close() {
      await running.stop('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Prints the median scores of a page and the failed audits of each run. Returns whether all medians are 100. */
function printScores(page: string, reports: readonly LighthouseReport[], log: (line: string) => void): boolean {
  const medians = CATEGORIES.map((id) => [id, median(reports.map(({ scores }) => scores[id] ?? 0))] as const)
  log(`${page}: ${medians.map(([id, score]) => `${id} ${score}`).join(', ')}  (median of ${reports.length})`)
  const told = new Set<string>()
  for (const { category, audit, weight, score, said } of reports.flatMap(({ findings }) => findings)) {
    if (told.has(audit)) continue
    told.add(audit)
    const runs = reports.filter(({ findings }) => findings.some((finding) => finding.audit === audit)).length
    log(`  ${category}/${audit} ${score} (weight ${weight}, ${runs} of ${reports.length} runs): ${said}`)
  }
  return medians.every(([, score]) => score === 100)
}
