/** Adds a recipe to an app: shows the changes, asks, writes them, and names the next steps. */
import { spawn } from 'node:child_process'
import type { CodemodReport, FileChange } from '@fw/codemods'
import { formatCount } from '@fw/runtime/contract'
import type { PackageManager } from 'create-fw'
import { CliError } from '../cli-error.ts'
import { formatChange, printDiffs } from '../codemod/print-diffs.ts'
import type { Io } from '../io.ts'
import type { Recipe } from './recipe.ts'
import { toCodemod } from './to-codemod.ts'

interface AddOptions {
  readonly root: string
  readonly manager: PackageManager
  /** Whether to write without asking. */
  readonly yes: boolean
  /** Whether to run the package manager afterwards. */
  readonly install: boolean
  /** Whether to print the report as JSON on stdout instead of the diff. */
  readonly json: boolean
}

interface Outcome {
  readonly changes: readonly FileChange[]
  readonly left: CodemodReport['left']
  readonly written: boolean
}

/** Adds the recipe and returns the exit code. Files to merge by hand don't count as a failure. */
export async function addRecipe(io: Io, recipe: Recipe, options: AddOptions): Promise<number> {
  const planned = await runRecipe(recipe, options, true)
  if (!options.json) await printDiffs(io, planned.changes)
  printLeft(io, planned.left)
  const isWanted = planned.changes.length > 0 && (options.yes || (await askToWrite(io, options)))
  if (isWanted) await runRecipe(recipe, options, false)
  const outcome = { ...planned, written: isWanted }
  if (options.json) io.result(JSON.stringify(await toReport(recipe, outcome, options), undefined, 2))
  else printOutcome(io, recipe, outcome, options)
  if (isWanted && options.install) await install(options)
  return 0
}

/** Runs the required recipes, then the recipe. `left` has each location once. */
async function runRecipe(
  recipe: Recipe,
  { root, manager }: AddOptions,
  dryRun: boolean,
): Promise<Omit<Outcome, 'written'>> {
  const codemods = await import('@fw/codemods')
  const all = [...(recipe.requires ?? []), recipe].map((one) => toCodemod(one, manager, codemods))
  const reports = await codemods.runCodemods(all, { root, dryRun })
  return { changes: mergeChanges(reports), left: reports.flatMap(({ left }) => left).filter(isOfRecipe) }
}

/** A file with a syntax error counts only if the recipe has to change it, which then reports it itself. */
function isOfRecipe({ reason }: CodemodReport['left'][number]): boolean {
  return reason !== 'The file has a syntax error.'
}

/** Returns one change per file: the content before the first recipe and after the last one. */
function mergeChanges(reports: readonly CodemodReport[]): readonly FileChange[] {
  const merged = new Map<string, FileChange>()
  for (const change of reports.flatMap(({ changes }) => changes)) {
    const earlier = merged.get(change.file)
    merged.set(change.file, earlier === undefined ? change : { ...earlier, after: change.after })
  }
  return [...merged.values()].sort((left, right) => (left.file < right.file ? -1 : 1))
}

async function askToWrite(io: Io, { json }: AddOptions): Promise<boolean> {
  if (json || !io.interactive) return false
  const answer = await io.ask('Write these changes? [y/N] ')
  return /^y(?:es)?$/i.test(answer?.trim() ?? '')
}

function printLeft(io: Io, left: Outcome['left']): void {
  if (left.length === 0) return
  io.note(io.errorColors.yellow(`${formatCount(left.length, 'file')} to change by hand:`))
  for (const { file, reason } of left) io.note(`  ${file}: ${reason}`)
}

function printOutcome(io: Io, recipe: Recipe, { changes, left, written }: Outcome, options: AddOptions): void {
  if (changes.length === 0) {
    io.note(left.length === 0 ? `Nothing to do: the app has ${recipe.name} already.` : 'Nothing else to do.')
    return
  }
  if (!written) {
    io.note(`Nothing was written. To write ${formatCount(changes.length, 'file')}: fw add ${recipe.name} --yes`)
    return
  }
  io.note(`${formatCount(changes.length, 'file')} written.`)
  const steps = listSteps(recipe, changes, options)
  if (steps.length > 0) io.note('Next:')
  for (const step of steps) io.note(`  ${step}`)
}

function listSteps(
  recipe: Recipe,
  changes: readonly FileChange[],
  { manager, install }: AddOptions,
): readonly string[] {
  const needsInstall = changes.some(({ file }) => file === 'package.json')
  const next = [...(recipe.requires ?? []), recipe].flatMap((one) => one.next ?? [])
  return [...(needsInstall && !install ? [`${manager} install`] : []), ...new Set(next)].map((step) =>
    step.replace(/^npm run /, manager === 'npm' ? 'npm run ' : `${manager} run `),
  )
}

async function toReport(recipe: Recipe, { changes, left, written }: Outcome, options: AddOptions) {
  const withDiffs = changes.map(async (change) => ({
    file: change.file,
    diff: (await formatChange(change)).join('\n'),
  }))
  return {
    recipe: recipe.name,
    written,
    changes: await Promise.all(withDiffs),
    byHand: left.map(({ file, reason }) => ({ file, reason })),
    next: changes.length === 0 ? [] : listSteps(recipe, changes, options),
  }
}

/** Runs the package manager. Its output is on stderr, because stdout has the result of the command. */
function install({ root, manager }: AddOptions): Promise<void> {
  const child = spawn(manager, ['install'], { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' })
  return new Promise((resolve, reject) => {
    const fail = (why: string) =>
      reject(
        new CliError({
          code: 'install_failed',
          title: `"${manager} install" ${why}.`,
          fix: `The files of the recipe are written. Run "${manager} install" in ${root}.`,
        }),
      )
    child.once('error', ({ message }) => fail(`can't run: ${message}`))
    child.once('close', (code) => (code === 0 ? resolve() : fail(`exited with ${code}`)))
  })
}
