/**
 * Mistakes at random in every example app, and in the examples of the rules, and the fixes for them: no fix makes
 * anything of the app reachable to more callers.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { fixApp } from '../../cli/src/check/fix-app.ts'
import { type AppModel, applyEdits, applyFixes, type Checker, createChecker } from '../../compiler/src/index.ts'
import { packedApp } from '../compiler/rules/packed-app.ts'
import { listReach } from '../compiler/rules/reach.ts'
import { type Files, WITH_FIX, WITH_FIX_AT_TIMES } from '../compiler/rules/rule-pages.ts'
import { type Mistake, makeMistakes, mistakes } from './app-mistakes.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const PLAYGROUND = join(REPOSITORY, 'playground')
const FIXTURES = ['tests/browser/agent-app', 'tests/cli/apps/desk', 'tests/soak/apps/ledger']
const MAX_PROBLEMS = 5
const SKIPPED = ['node_modules', 'dist', '.fw', 'public']

/** An app in the memory of a checker. */
interface OpenApp {
  readonly name: string
  readonly files: Files
  readonly checker: Checker
}

interface Counts {
  cases: number
  fixes: number
}

/** Makes mistakes and fixes them for this long; returns the smallest mistakes of each fix that opens something. */
export async function soakFixes(minutes: number, log: (line: string) => void, seed: number): Promise<string[]> {
  // Below the repository, so that its apps find the packages.
  mkdirSync(join(REPOSITORY, '.fw'), { recursive: true })
  const folder = mkdtempSync(join(REPOSITORY, '.fw/soak-fixes-'))
  const counts: Counts = { cases: 0, fixes: 0 }
  const problems: string[] = []
  try {
    const apps = copyApps(folder)
    const each = (minutes * 60_000) / apps.length
    for (const [index, root] of apps.entries()) {
      const checker = createChecker({ root })
      const app = { name: root.slice(folder.length + 1), files: readFiles(root), checker }
      try {
        problems.push(...(await soakApp(app, each, seed + index, counts)))
      } finally {
        checker.close()
      }
      if (problems.length >= MAX_PROBLEMS) break
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  log(`fixes: ${counts.cases} apps with mistakes, ${counts.fixes} fixes, seed ${seed}`)
  return problems
}

/** Copies the apps, whose files the checker then sees with mistakes. */
function copyApps(folder: string): readonly string[] {
  const examples = readdirSync(PLAYGROUND).map((name) => join(PLAYGROUND, name))
  const roots = [...examples, ...FIXTURES.map((path) => join(REPOSITORY, path))].map((from) => {
    const to = join(folder, from.slice(REPOSITORY.length + 1))
    cpSync(from, to, { recursive: true, filter: (path) => !SKIPPED.includes(path.split('/').at(-1) ?? '') })
    return to
  })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  const rules = join(folder, 'rules')
  for (const [file, text] of Object.entries(packedApp([...WITH_FIX, ...WITH_FIX_AT_TIMES]).files)) {
    mkdirSync(dirname(join(rules, file)), { recursive: true })
    writeFileSync(join(rules, file), text)
  }
  return [...roots, rules]
}

function readFiles(root: string): Files {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const texts = names.filter((name) => /\.(?:tsx?|md|json)$/.test(name) && !/(?:^|\/)(?:package|tsconfig)/.test(name))
  return Object.fromEntries(texts.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

async function soakApp(app: OpenApp, milliseconds: number, seed: number, counts: Counts): Promise<string[]> {
  const end = Date.now() + milliseconds
  const problems: string[] = []
  for (let round = 0; Date.now() < end && problems.length < MAX_PROBLEMS; round++) {
    const [made = []] = fc.sample(mistakes, { seed: seed * 1000 + round, numRuns: 1 })
    const found = await findOpened(app, made, counts)
    if (found.length === 0) continue
    const smallest = await findSmallest(app, made, counts)
    problems.push(`fixes: ${app.name}, seed ${seed * 1000 + round}\n${smallest}`)
  }
  return problems
}

/** The first mistake that is enough alone, or else all of them. */
async function findSmallest(app: OpenApp, made: readonly Mistake[], counts: Counts): Promise<string> {
  for (const one of made) {
    const found = await findOpened(app, [one], counts)
    if (found.length > 0) return `${JSON.stringify(one)}\n${found.join('\n')}`
  }
  return `${JSON.stringify(made)}\n${(await findOpened(app, made, counts)).join('\n')}`
}

/** Everything that a fix of the app with these mistakes makes reachable. */
async function findOpened(
  { files, checker }: OpenApp,
  made: readonly Mistake[],
  counts: Counts,
): Promise<readonly string[]> {
  const wrong = makeMistakes(files, made)
  const changed = Object.keys(wrong).filter((file) => wrong[file] !== files[file])
  for (const file of changed) checker.edit(file, wrong[file] ?? '')
  const { diagnostics } = await checker.check()
  const opened = diagnostics.flatMap(({ code, fixes = [] }) =>
    fixes.flatMap(({ title, edits }) => {
      const after = { ...wrong }
      for (const file of new Set(edits.map(({ span }) => span.file)))
        after[file] = applyEdits(
          wrong[file] ?? checker.textOf(file) ?? '',
          edits.filter(({ span }) => span.file === file),
        )
      return compareReach(wrong, after).map((line) => `${code} "${title}": ${line}`)
    }),
  )
  const fixed = await fixApp(checker, applyFixes)
  counts.cases += 1
  counts.fixes += fixed.applied.length
  const after = { ...wrong, ...Object.fromEntries(fixed.changed.map(({ file, after }) => [file, after])) }
  const titles = fixed.applied.map(({ diagnostic, fix }) => `${diagnostic.code} "${fix.title}"`).join(', ')
  const isFixed = fixed.applied.length > 0
  // An app with errors isn't built, and its model contains defaults in place of what can't be read.
  const isBuilt = fixed.diagnostics.every(({ severity }) => severity !== 'error')
  const together = isFixed ? [...compareReach(wrong, after), ...(isBuilt ? compareModel(wrong, fixed.model) : [])] : []
  checker.invalidate([...changed, ...fixed.changed.map(({ file }) => file)])
  return [...opened, ...together.map((line) => `${titles}: ${line}`)]
}

/** Lists what is reachable after and wasn't before. Lines about one api of several are counted, since a fix may remove an export. */
function compareReach(before: Files, after: Files): readonly string[] {
  const known = countLines(before)
  const texts = Object.values(before)
  // A description may become one because its field is spelled right; its text is the author's.
  const isWritten = (line: string) => /^description ./.test(line) && texts.some((text) => text.includes(line.slice(12)))
  return [...countLines(after)]
    .filter(([line, count]) => count > (known.get(line) ?? 0) && !isWritten(line))
    .map(([line]) => line)
}

function countLines(files: Files): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const line of listReach(files)) {
    const name = line.replace(/ #\d+$/, '')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** Compares the model of the fixed app with the files before, in the number of apis that agents and callers reach. */
function compareModel(before: Files, { modules }: Pick<AppModel, 'modules'>): readonly string[] {
  const known = [...listReach(before)]
  return modules.flatMap(({ file, apis }) => {
    const count = (line: string) => known.filter((one) => one.startsWith(`${line} ${file} #`)).length
    const automatic = apis.filter(({ guard }) => guard === 'auto').length
    return [
      ...(apis.length > count('callers run') ? [`${file} has ${apis.length} apis`] : []),
      ...(automatic > count('agents run') ? [`${file} has ${automatic} apis without a guard`] : []),
    ]
  })
}
