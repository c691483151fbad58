/** Stores the sizes of a build, and compares the next build with them. */
import { readFile, writeFile } from 'node:fs/promises'
import { isRecord, tryParseJson } from '@fw/runtime/contract'
import type { AnalysisReport, ChangeReport, SizeChange, SizeKind } from '#report/analysis-report.ts'

type NamedSizes = Readonly<Record<string, number>>
/** Sizes by kind and name. Kinds that a build hasn't measured are absent. */
type BuildSizes = { readonly [kind in SizeKind]?: NamedSizes }

/** Content of the stored file. */
interface LastBuild {
  /** Files of another version aren't compared. */
  readonly version: typeof VERSION
  /** ISO time. */
  readonly builtAt: string
  readonly sizes: BuildSizes
  /** Lengths of the measured documents by route. */
  readonly documents: NamedSizes
}

const VERSION = 1
/** Order of the kinds in a comparison. */
const KINDS: readonly SizeKind[] = ['scripts', 'styles', 'script', 'html', 'island', 'module', 'api']

/** Returns the file that describes the last build of the app at `root`. */
export function getLastBuildFile(root: string): string {
  return `${root}/.fw/last-build.json`
}

type MeasuredReport = Omit<AnalysisReport, 'overBudget' | 'changes'>

/**
 * Returns the differences from the build that `file` describes, and `undefined` without such a build. `file` isn't
 * changed.
 */
export async function compareWithLastBuild(file: string, report: MeasuredReport): Promise<ChangeReport | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const last = text === undefined ? undefined : tryParseJson(text)
  if (!isLastBuild(last)) return undefined
  const documents = readDocuments(report)
  // Documents contain random values, such as keys of forms, with which their compressed size changes by some bytes.
  const isNoise = ({ kind, name }: SizeChange) => kind === 'html' && last.documents[name] === documents[name]
  const sizes = compareSizes(last.sizes, readSizes(report)).filter((change) => !isNoise(change))
  return { since: last.builtAt, sizes }
}

/** Replaces the build that `file` describes. */
export async function writeLastBuild(file: string, report: MeasuredReport): Promise<void> {
  const build: LastBuild = {
    version: VERSION,
    builtAt: new Date().toISOString(),
    sizes: readSizes(report),
    documents: readDocuments(report),
  }
  await writeFile(file, `${JSON.stringify(build)}\n`)
}

/** Only the version is checked, since builds write nothing else to this file. */
function isLastBuild(value: unknown): value is LastBuild {
  return isRecord(value) && Reflect.get(value, 'version') === VERSION
}

function readSizes({ routes, scripts, islands, apiModules, styles }: MeasuredReport): BuildSizes {
  const isMeasured = routes.some(({ html, notRendered }) => (html ?? notRendered) !== undefined)
  const modules: Record<string, number> = {}
  for (const script of scripts)
    for (const { name, length = 0 } of script.modules) modules[name] = (modules[name] ?? 0) + length
  return {
    scripts: { '': scripts.reduce((sum, { sizes }) => sum + sizes.brotli, 0) },
    styles: { '': styles?.brotli ?? 0 },
    script: toRecord(routes, ({ pattern, js }) => [pattern, js.brotli]),
    ...(isMeasured && {
      html: toRecord(routes, ({ pattern, html }) => (html === undefined ? undefined : [pattern, html.brotli])),
    }),
    island: toRecord(islands, ({ name, file, js }) => [`${name} (${file})`, js.brotli]),
    module: modules,
    api: toRecord(apiModules, ({ module, total }) => [module, total]),
  }
}

function readDocuments({ routes }: MeasuredReport): NamedSizes {
  return toRecord(routes, ({ pattern, html }) => (html === undefined ? undefined : [pattern, html.raw]))
}

function toRecord<Item>(
  items: readonly Item[],
  toEntry: (item: Item) => readonly [string, number] | undefined,
): NamedSizes {
  return Object.fromEntries(items.map(toEntry).filter((entry) => entry !== undefined))
}

function compareSizes(last: BuildSizes, next: BuildSizes): readonly SizeChange[] {
  return KINDS.flatMap((kind) => {
    const [before, after] = [last[kind], next[kind]]
    if (before === undefined || after === undefined) return []
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names]
      .map((name) => createChange(kind, name, before[name], after[name]))
      .filter(isDifferent)
      .sort((a, b) => Math.abs(getDifference(b)) - Math.abs(getDifference(a)))
  })
}

function createChange(kind: SizeKind, name: string, before: number | undefined, after: number | undefined): SizeChange {
  return { kind, name, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

function isDifferent({ before, after }: SizeChange): boolean {
  return before !== after
}

function getDifference({ before = 0, after = 0 }: SizeChange): number {
  return after - before
}
