/**
 * Edits at random in example apps: after each, a checker that has seen them all returns what a new one does, to the position
 * of each finding.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { filesBelow } from '../../compiler/src/analyze/modules/folder-files.ts'
import { type Checker, type CheckResult, createChecker } from '../../compiler/src/index.ts'
import { makeMistakes, mistakes } from './app-mistakes.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const APPS = ['shop', 'docs', 'i18n']
const SKIPPED = ['node_modules', 'dist', '.fw', 'public']
const MAX_PROBLEMS = 3
/** So many files differ from the app at most: else nothing of it would be valid after a while. */
const MAX_CHANGED = 4

interface Edit {
  readonly kind: 'line' | 'word' | 'mistakes' | 'delete' | 'rename' | 'add' | 'undo'
  readonly at: number
  readonly how: number
  /** Whether the file is written, or stays in the buffer of an editor. */
  readonly isSaved: boolean
  readonly mistakes: Parameters<typeof makeMistakes>[1]
}

const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('line', 'line', 'word', 'word', 'mistakes', 'delete', 'rename', 'add', 'undo', 'undo'),
  at: fc.nat(),
  how: fc.nat(),
  isSaved: fc.boolean(),
  mistakes,
})

/** Texts by path; `undefined` for a deleted file. */
type Texts = Readonly<Record<string, string | undefined>>

/** Edits the apps for this long. Returns the first edits after which the results differ. */
export async function soakEdits(minutes: number, log: (line: string) => void, seed: number): Promise<string[]> {
  const problems: string[] = []
  for (const [index, app] of APPS.entries()) {
    const end = Date.now() + (minutes * 60_000) / APPS.length
    const isOver = (count: number) => count > 0 && Date.now() > end
    const { count, found } = await editApp(app, seed + index, isOver)
    log(`edits: ${count} of ${app}, ${Math.round(process.memoryUsage().rss / 1e6)} MB, seed ${seed + index}`)
    problems.push(...found)
  }
  return problems
}

/** Edits a copy of an app of the playground until `isOver`, which gets the number of edits. */
export async function editApp(
  app: string,
  seed: number,
  isOver: (count: number) => boolean,
): Promise<{ readonly count: number; readonly found: readonly string[] }> {
  const root = copyApp(app)
  const original = readTexts(root)
  const checker = createChecker({ root })
  const found: string[] = []
  const buffers = new Map<string, string>()
  let texts: Texts = original
  let count = 0
  try {
    for (; !isOver(count) && found.length < MAX_PROBLEMS; count += 1) {
      const [edit] = fc.sample(edits, { seed: seed * 100_000 + count, numRuns: 1 })
      if (edit === undefined) break
      const after = makeEdit(original, texts, edit)
      const changed = Object.keys({ ...texts, ...after }).filter((file) => texts[file] !== after[file])
      for (const file of changed) applyText(root, checker, buffers, { file, text: after[file], isSaved: edit.isSaved })
      texts = after
      const difference = compareResults(await checker.check(), await checkAnew(root, buffers))
      if (difference !== undefined)
        found.push(`edits: ${app}, seed ${seed}, edit ${count} (${edit.kind} of ${changed.join(', ')})\n${difference}`)
    }
    return { count, found }
  } finally {
    checker.close()
    rmSync(dirname(root), { recursive: true, force: true })
  }
}

/** Below the repository, so that the app finds the packages. */
function copyApp(app: string): string {
  mkdirSync(join(REPOSITORY, '.fw'), { recursive: true })
  const folder = mkdtempSync(join(REPOSITORY, '.fw/soak-edits-'))
  const root = join(folder, app)
  const isCopied = (path: string) => !SKIPPED.includes(path.split('/').at(-1) ?? '')
  cpSync(join(REPOSITORY, 'playground', app), root, { recursive: true, filter: isCopied })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  return root
}

function readTexts(root: string): Texts {
  const names = filesBelow(root).filter((name) => /\.(?:tsx?|md|json)$/.test(name) && !name.startsWith('.fw/'))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

function makeEdit(original: Texts, texts: Texts, { kind, at, how, mistakes: made }: Edit): Texts {
  const changed = Object.keys({ ...original, ...texts }).filter((file) => texts[file] !== original[file])
  const undone = pick(changed, at)
  if ((kind === 'undo' || changed.length >= MAX_CHANGED) && undone !== undefined)
    return { ...texts, [undone]: original[undone] }
  const present = Object.keys(texts).filter((file) => texts[file] !== undefined && /\.(?:tsx?|json)$/.test(file))
  const file = pick(present, at) ?? ''
  const text = texts[file] ?? ''
  if (kind === 'mistakes') return makeMistakes(withoutDeleted(texts), made.slice(0, 1))
  if (kind === 'delete') return { ...texts, [file]: undefined }
  if (kind === 'rename') return { ...texts, [file]: undefined, [file.replace(/(?=\.\w+$)/, String(how % 10))]: text }
  if (kind === 'add') return { ...texts, [`${dirname(file)}/added${how % 10}.ts`]: 'export const added = 1\n' }
  return { ...texts, [file]: kind === 'line' ? editLine(text, how) : editWord(text, how) }
}

function withoutDeleted(texts: Texts): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).flatMap(([file, text]) => (text === undefined ? [] : [[file, text]])))
}

/** Removes, repeats or moves a line. */
function editLine(text: string, how: number): string {
  const lines = text.split('\n')
  const at = Math.floor(how / 3) % lines.length
  const line = lines[at] ?? ''
  if (how % 3 === 0) lines.splice(at, 1)
  else if (how % 3 === 1) lines.splice(at, 0, line)
  else lines.splice(at, 2, lines[at + 1] ?? '', line)
  return lines.join('\n')
}

/** Replaces a word by another one of the file. */
function editWord(text: string, how: number): string {
  const words = [...text.matchAll(/\w+/g)]
  const word = pick(words, how)
  const other = pick(words, Math.floor(how / 7))
  if (word === undefined || other === undefined) return text
  return text.slice(0, word.index) + other[0] + text.slice(word.index + word[0].length)
}

function pick<Value>(all: readonly Value[], at: number): Value | undefined {
  return all[at % Math.max(1, all.length)]
}

interface Change {
  readonly file: string
  readonly text: string | undefined
  readonly isSaved: boolean
}

/** Makes a change on disk or in a buffer. A new or deleted file is always one of the disk. */
function applyText(
  root: string,
  checker: Checker,
  buffers: Map<string, string>,
  { file, text, isSaved }: Change,
): void {
  const path = join(root, file)
  if (text !== undefined && !isSaved && existsSync(path)) {
    buffers.set(file, text)
    checker.edit(file, text)
    return
  }
  buffers.delete(file)
  mkdirSync(dirname(path), { recursive: true })
  if (text === undefined) rmSync(path, { force: true })
  else writeFileSync(path, text)
  checker.invalidate([file])
}

async function checkAnew(root: string, buffers: ReadonlyMap<string, string>): Promise<CheckResult> {
  const fresh = createChecker({ root })
  try {
    for (const [file, text] of buffers) fresh.edit(file, text)
    return await fresh.check()
  } finally {
    fresh.close()
  }
}

/** Returns the first difference. */
function compareResults(seen: CheckResult, fresh: CheckResult): string | undefined {
  for (const part of ['diagnostics', 'model'] as const) {
    const [one, other] = [seen[part], fresh[part]].map((value) => JSON.stringify(value, undefined, 1).split('\n'))
    const at = one?.findIndex((line, index) => line !== other?.[index]) ?? -1
    if (at >= 0 || one?.length !== other?.length)
      return `${part}:\n${one?.slice(Math.max(0, at - 8), at + 4).join('\n')}\nanew:\n${other?.slice(Math.max(0, at - 8), at + 4).join('\n')}`
  }
  return undefined
}
