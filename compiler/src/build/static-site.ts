/** Static output: the pages of the built app, as files in `dist/client`. */

import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { join } from '#slash-path.ts'
import { listOutputFiles } from '#static/output-files.ts'
import { codeFrame, createSpan } from '../diagnostic/code-frame.ts'
import type { AppModel, Diagnostic, SourceSpan } from '../model.ts'
import type { StaticFact } from '../rules/pages/static-output.ts'
import { staticOutput } from '../rules/pages/static-output.ts'
import { exportPages } from '../static/export-pages.ts'
import type { StaticProblem, StaticReport } from '../static/static-report.ts'
import { keepUnchanged } from '../static/write-output.ts'
import { type AppPaths, getApiModule } from './app-paths.ts'
import { explainLoadFailure } from './load-failure.ts'
import type { ImportGraph } from './report/module-graph.ts'

export interface StaticSite {
  /** Moves the previous site aside, to compare with. Call it before the browser files are bundled. */
  begin(): Promise<void>
  /** Returns errors for islands that need a server. Call it after the browser files are bundled. */
  checkIslands(client: ImportGraph): Promise<readonly Diagnostic[]>
  /** Writes the pages. Call it after the server bundle. If there are diagnostics, the site is incomplete. */
  write(log: (line: string) => void): Promise<{ report: StaticReport; diagnostics: readonly Diagnostic[] }>
}

/** Returns `undefined` for an app with a server, and then removes the files of an earlier static build. */
export async function openStaticSite(model: AppModel, paths: AppPaths): Promise<StaticSite | undefined> {
  const marker = join(paths.root, 'dist/static.json')
  const previous = join(paths.root, 'dist/.client-before')
  await rm(marker, { force: true })
  if (model.config.output !== 'static') return undefined
  return {
    async begin() {
      await rm(previous, { recursive: true, force: true })
      if (existsSync(paths.clientOut)) await rename(paths.clientOut, previous)
      await mkdir(dirname(marker), { recursive: true })
      // An incomplete site can't be started.
      await writeFile(marker, '{ "complete": false }\n')
    },
    checkIslands: (client) => islandDiagnostics(paths, client),
    async write(log) {
      await mkdir(paths.clientOut, { recursive: true })
      const bundled = await listOutputFiles(paths.clientOut)
      const routesDir = model.config.routesDir ?? 'src/routes'
      const routes = Object.fromEntries(
        model.routes.flatMap(({ pattern, filePath }) =>
          pattern === undefined ? [] : [[pattern, `${routesDir}/${filePath}`]],
        ),
      )
      const { root, clientOut: folder } = paths
      const { report, problems } = await exportPages(
        { root, folder, previous, routes, lang: model.config.lang ?? 'en' },
        log,
      ).catch(async (error: unknown) => {
        throw await explainLoadFailure(error, 'The app', root)
      })
      await keepUnchanged(folder, previous, bundled)
      await rm(previous, { recursive: true, force: true })
      const { pages, skipped } = report
      if (problems.length === 0)
        await writeFile(marker, `${JSON.stringify({ complete: true, pages, skipped }, undefined, 2)}\n`)
      return {
        report: { ...report, warnings: [...report.warnings, ...leftOut(model)] },
        diagnostics: await createDiagnostics(paths, problems.map(toFact)),
      }
    },
  }
}

/** Lists parts of the app that the site doesn't include. */
function leftOut({ files, modules }: AppModel): readonly string[] {
  const parts = [files.session, files.middleware, files.websocket].filter((file) => file !== undefined)
  const tools = modules.flatMap(({ apis }) => apis).length
  if (tools > 0) parts.push(tools === 1 ? '1 api' : `${tools} apis`)
  return parts.length === 0 ? [] : [`Not included in the static site, since it needs a server: ${parts.join(', ')}.`]
}

interface PlacedFact extends StaticFact {
  readonly at?: StaticProblem['at']
}

function toFact({ message, at }: StaticProblem): PlacedFact {
  return { problem: 'page', detail: message, ...(at && { at }) }
}

/** Finds stubs of api modules in the browser bundle, and their importers. */
async function islandDiagnostics(paths: AppPaths, client: ImportGraph): Promise<readonly Diagnostic[]> {
  const facts: PlacedFact[] = []
  for (const [file, imported] of client) {
    const apis = imported.filter((id) => getApiModule(paths, id) !== undefined)
    if (apis.length === 0) continue
    const name = file.slice(paths.root.length + 1)
    const text = await readFile(file, 'utf8')
    for (const id of apis) {
      const detail = id.slice(paths.root.length + 1)
      facts.push({ problem: 'island', detail, span: importSpan(name, text, detail) })
    }
  }
  return createDiagnostics(paths, facts)
}

function importSpan(file: string, text: string, module: string): SourceSpan {
  const name = (module.split('/').at(-1) ?? '').replace(/\.ts$/, '').replaceAll('.', '\\.')
  const written = new RegExp(`['"][^'"\\n]*${name}(?:\\.[jt]s)?['"]`).exec(text)
  if (written === null) return createSpan(file, text, 0, 0)
  const start = Math.max(text.lastIndexOf('import', written.index), 0)
  return createSpan(file, text, start, written.index + written[0].length)
}

async function createDiagnostics(paths: AppPaths, facts: readonly PlacedFact[]): Promise<readonly Diagnostic[]> {
  const placed: StaticFact[] = []
  const texts = new Map<string, string>()
  const readText = async (file: string) => {
    const text = texts.get(file) ?? (await readFile(join(paths.root, file), 'utf8').catch(() => ''))
    texts.set(file, text)
    return text
  }
  for (const { at, ...fact } of facts) {
    if (at === undefined) placed.push(fact)
    else {
      const text = await readText(at.file)
      const start = 'line' in at ? getOffset(text, at.line, at.column) : 0
      placed.push({ ...fact, span: createSpan(at.file, text, start, start + 1) })
    }
  }
  const found = staticOutput.report(placed)
  return Promise.all(
    found.map(async (one) =>
      one.span === undefined ? one : { ...one, frame: codeFrame(await readText(one.span.file), one.span) },
    ),
  )
}

function getOffset(text: string, line: number, column: number): number {
  const lines = text.split('\n')
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1
}
