/** Writes every known page of a loaded app as a file. */
import { getMessage } from '@fw/runtime/contract'
import { listOutputFiles } from './output-files.ts'
import { type PlannedPage, planPages } from './plan-pages.ts'
import { renderRedirectPage } from './redirect-page.ts'
import type { StaticApp } from './render-app.ts'
import type { SourcePosition } from './source-position.ts'
import type { ExportRequest, StaticOutcome, StaticProblem } from './static-report.ts'
import { createOutputWriter } from './write-output.ts'

/** Number of pages that are rendered concurrently. */
const AT_ONCE = 8
/** Broken pages usually have a common cause: more of them add no information. */
const MAX_PROBLEMS = 20
/** The server's files for crawlers and readers, if the app has them. */
const DISCOVERY = ['llms.txt', 'sitemap.xml', 'robots.txt', 'rss.xml']

/** Renders and writes the pages. `positionOf` finds the line of the app that threw. */
export async function exportSite(
  app: StaticApp,
  request: ExportRequest,
  positionOf: (error: unknown) => SourcePosition | undefined,
): Promise<StaticOutcome> {
  const { folder, previous, lang } = request
  const plan = await planPages(app, request.routes, await listOutputFiles(folder))
  const problems: StaticProblem[] = [...plan.problems]
  const warnings = new Set(plan.warnings)
  const writer = createOutputWriter(folder, previous, new Set(await listOutputFiles(previous)))
  const written = new Set<string>()
  const count = { pages: 0, files: 0, changed: 0, bytes: 0 }

  const write = (file: string, text: string): void => {
    const changed = writer.write(file, text)
    count.files += 1
    count.bytes += Buffer.byteLength(text)
    if (changed) count.changed += 1
  }
  const writePage = async ({ path, file, twin, route }: PlannedPage): Promise<void> => {
    const page = await app.render(path)
    for (const warning of page.warnings) warnings.add(warning)
    if (page.kind === 'failed') {
      // A rule matches more than its target has pages: the server doesn't handle this URL either.
      if (route === undefined && page.status === 404) return
      const at = positionOf(page.error) ?? (route === undefined ? undefined : { file: route })
      problems.push({ message: `${path} ${page.reason}`, at })
      return
    }
    if (page.kind === 'refused') {
      warnings.add(
        `${path} is not written: the middleware responds to it with status ${page.status}, and a static site has no middleware to guard it.`,
      )
      return
    }
    count.pages += 1
    if (page.kind === 'redirect') return write(file, renderRedirectPage(page.location, lang, app.siteUrl))
    written.add(path)
    write(file, page.html)
    write(twin, await app.markdownOf(page.html))
  }
  const writeNotFound = async (): Promise<void> => {
    const page = await app.notFound()
    if (page?.kind === 'html') write('404.html', page.html)
    if (page?.kind === 'failed')
      problems.push({ message: `The page for 404.html ${page.reason}`, at: positionOf(page.error) })
  }

  await eachAtOnce(plan.pages, async (page) => {
    if (problems.length < MAX_PROBLEMS) await writePage(page)
  })
  // The app's own files in public/ take precedence, as on a server.
  if (!plan.isTaken('404.html')) await writeNotFound()
  for (const file of DISCOVERY) {
    if (plan.isTaken(file)) continue
    try {
      const text = await app.discovery(`/${file}`, written)
      if (text !== undefined) write(file, text)
    } catch (error) {
      problems.push({ message: getMessage(error), at: undefined })
    }
  }
  const report = { ...count, skipped: plan.skipped, warnings: [...warnings] }
  return { report, problems: problems.slice(0, MAX_PROBLEMS) }
}

async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}
