/**
 * Edits at random in apps: after each, a checker and an editor that have seen them all return what a new checker does, to the
 * position of each finding.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { type Checker, type CheckResult, createChecker } from '../../compiler/src/index.ts'
import { makeMistakes, mistakes } from './app-mistakes.ts'
import { GENERATED, openEditedApp, type Texts } from './edited-apps.ts'
import { openEditor } from './editor-findings.ts'

const APPS = ['shop', 'docs', GENERATED, 'i18n']
const MAX_PROBLEMS = 3
/** So many files differ from the app at most: else nothing of it would be valid after a while. */
const MAX_CHANGED = 4
/** Number of edits between two measures of the heap. */
const MEASURED = 10
/** Growth of the heap after the first quarter of the edits that is still none. */
const MAX_GROWTH_MB = 60

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

/** Edits the apps for this long. Returns the first edits after which the results differ. */
export async function soakEdits(minutes: number, log: (line: string) => void, seed: number): Promise<string[]> {
  const problems: string[] = []
  for (const [index, app] of APPS.entries()) {
    const start = Date.now()
    const span = (minutes * 60_000) / APPS.length
    const { count, found, heaps } = await editApp(app, seed + index, (edits) => edits > 0 && Date.now() > start + span)
    // The first measure is left out: an editor and a checker still fill their caches then.
    const late = heaps.at(-1) ?? 0
    const early = heaps[Math.ceil(heaps.length / 4)] ?? late
    log(`edits: ${count} of ${app}, heap ${early} MB, then ${late} MB, seed ${seed + index}`)
    problems.push(...found)
    if (late > early + MAX_GROWTH_MB) problems.push(`edits: the heap of ${app} grew from ${early} MB to ${late} MB`)
  }
  return problems
}

/** Edits a copy of an app until `isOver`, which gets the number of edits. */
export async function editApp(
  app: string,
  seed: number,
  isOver: (count: number) => boolean,
): Promise<{ readonly count: number; readonly found: readonly string[]; readonly heaps: readonly number[] }> {
  const { root, folder, texts: original } = openEditedApp(app)
  const checker = createChecker({ root })
  const editor = openEditor(root)
  const found: string[] = []
  const heaps: number[] = []
  const buffers = new Map<string, string>()
  let texts: Texts = original
  let count = 0
  try {
    for (; !isOver(count) && found.length < MAX_PROBLEMS; count += 1) {
      const [edit] = fc.sample(edits, { seed: seed * 100_000 + count, numRuns: 1 })
      if (edit === undefined) break
      const after = makeEdit(original, texts, edit)
      const changed = Object.keys({ ...texts, ...after }).filter((file) => texts[file] !== after[file])
      for (const file of changed) {
        applyText(root, checker, buffers, { file, text: after[file], isSaved: edit.isSaved })
        editor.change(file, buffers.get(file))
      }
      texts = after
      const fresh = await checkAnew(root, buffers)
      const scripts = Object.keys(texts).filter((file) => texts[file] !== undefined && /^(?!\.\.).*\.tsx?$/.test(file))
      const difference = compareResults(await checker.check(), fresh) ?? editor.compare(fresh, scripts)
      if (difference !== undefined)
        found.push(`edits: ${app}, seed ${seed}, edit ${count} (${edit.kind} of ${changed.join(', ')})\n${difference}`)
      if (count % MEASURED === 0) heaps.push(measureHeap())
    }
    return { count, found, heaps }
  } finally {
    checker.close()
    editor.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Returns the size of the heap in megabytes. */
function measureHeap(): number {
  collectGarbage()
  return Math.round(process.memoryUsage().heapUsed / 1e6)
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
