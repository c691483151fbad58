/** An app as a language service has it: programs that follow one another, of texts that are typed and on no disk. */
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type { ts } from '../../../compiler/src/program/typescript.ts'

// As an editor has it: with the libraries beside it.
export const typescript = createRequire(import.meta.url)('@typescript/old') as typeof ts

const RUNTIME = resolve(import.meta.dirname, '../../../runtime/src')
/** In the repository and not on disk. */
export const ROOT: string = resolve(import.meta.dirname, 'edited-app')

/** The two names that api modules need, as a package: the whole runtime takes its time. */
const DOOR = `export { api } from '${RUNTIME}/api/define.ts'
export type { Call } from '${RUNTIME}/contract/api.ts'
`

export interface EditedProgram {
  /** As of the last edit. */
  program(): ts.Program
  /** Relative to `ROOT`; undefined takes the file away. */
  edit(file: string, text: string | undefined): void
  textOf(file: string): string
}

/** All `files` are roots of the program. */
export function editProgram(files: Readonly<Record<string, string>>): EditedProgram {
  const all = Object.entries({ ...files, 'node_modules/fw.ts': DOOR })
  const texts = new Map(all.map(([file, text]) => [join(ROOT, file), { text, version: 1 }]))
  const options: ts.CompilerOptions = {
    target: typescript.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: typescript.ModuleKind.ESNext,
    moduleResolution: typescript.ModuleResolutionKind.Bundler,
    customConditions: ['fw-source'],
    paths: { '@fw/runtime': ['./node_modules/fw.ts'] },
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    types: [],
  }
  const textOf = (path: string) => texts.get(path)?.text ?? typescript.sys.readFile(path)
  const service = typescript.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [...texts.keys()],
    getScriptVersion: (path) => String(texts.get(path)?.version ?? 0),
    getScriptSnapshot(path) {
      const text = textOf(path)
      return text === undefined ? undefined : snapshotOf(text)
    },
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: (given) => typescript.getDefaultLibFilePath(given),
    fileExists: (path) => texts.has(path) || typescript.sys.fileExists(path),
    readFile: textOf,
  })
  return {
    program() {
      const program = service.getProgram()
      if (program === undefined) throw new Error('The service has no program.')
      return program
    },
    edit(file, text) {
      const path = join(ROOT, file)
      const version = (texts.get(path)?.version ?? 1) + 1
      if (text === undefined) texts.delete(path)
      else texts.set(path, { text, version })
    },
    textOf: (file) => textOf(join(ROOT, file)) ?? '',
  }
}

const TEXTS = new WeakMap<ts.IScriptSnapshot, string>()

/** Describes the change of an edit, so that the rest of the tree is reused, as in an editor. */
function snapshotOf(text: string): ts.IScriptSnapshot {
  const snapshot: ts.IScriptSnapshot = {
    getText: (start, end) => text.slice(start, end),
    getLength: () => text.length,
    getChangeRange(old) {
      const before = TEXTS.get(old)
      if (before === undefined) return undefined
      let start = 0
      while (start < before.length && start < text.length && before[start] === text[start]) start += 1
      let left = 0
      const most = Math.min(before.length, text.length) - start
      while (left < most && before[before.length - 1 - left] === text[text.length - 1 - left]) left += 1
      return { span: { start, length: before.length - start - left }, newLength: text.length - start - left }
    },
  }
  TEXTS.set(snapshot, text)
  return snapshot
}
