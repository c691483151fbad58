/** The last type analysis on disk: with sources that have not changed since, dev knows all schemas at once. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AnalysisResult } from './analysis-result.ts'

/** What types can come from beside the app's own sources. */
const OUTSIDE = ['package.json', 'package-lock.json', 'tsconfig.json', 'node_modules/.package-lock.json']
const CONFIG = /^(?:fw\.config|tsconfig\.).*$/
const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/

/** Changes with every file that the analysis of the app at `root` may read, and with the compiler itself. */
export async function analysisKey(root: string): Promise<string> {
  const compiler = fileURLToPath(new URL('..', import.meta.url))
  const own = (await readdir(root)).filter((name) => CONFIG.test(name))
  const files = [
    ...[...OUTSIDE, ...own].map((name) => join(root, name)),
    ...(await filesBelow(join(root, 'src'))),
    ...(await filesBelow(compiler)),
  ].sort()
  const states = await Promise.all(files.map(stateOf))
  return createHash('sha256').update(states.join('\n')).digest('hex')
}

/** The stored result, when it was made from what the sources are now. */
export async function readAnalysis(root: string): Promise<AnalysisResult | undefined> {
  try {
    // Written below; a file of another shape has another key.
    const stored = JSON.parse(await readFile(fileOf(root), 'utf8')) as { key: string; result: AnalysisResult }
    return stored.key === (await analysisKey(root)) ? stored.result : undefined
  } catch {
    return undefined
  }
}

/** Stores a result under the key that the sources had before it was made. */
export async function writeAnalysis(root: string, key: string, result: AnalysisResult): Promise<void> {
  const file = fileOf(root)
  await mkdir(dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.tmp`
  await writeFile(temporary, JSON.stringify({ key, result }))
  await rename(temporary, file)
}

function fileOf(root: string): string {
  return join(root, '.fw/cache/analysis.json')
}

async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) =>
    entry.isFile() && SOURCE.test(entry.name) ? [join(entry.parentPath, entry.name)] : [],
  )
}

/** Size and time of change: a file that is not there has neither. */
async function stateOf(file: string): Promise<string> {
  const state = await stat(file).catch(() => undefined)
  return `${file} ${state?.size} ${state?.mtimeMs}`
}
