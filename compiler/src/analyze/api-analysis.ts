/** The api modules of an app over one program: lean libraries first, and after an edit only what it touched. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ConventionFiles } from '../model.ts'
import type { LibChoice } from '../program/compiler-options.ts'
import { type AppProgram, openProgram } from '../program/open.ts'
import type { ts } from '../program/typescript.ts'
import type { ApiFiles } from './api-files.ts'
import { type AnalyzedModule, analyzeApiModule } from './api-module.ts'
import { createModuleCache, type ModuleCache, readFrom } from './module-cache.ts'
import { REGISTER_FILE, registerTypes } from './register-types.ts'

/** All paths absolute, with `/`. */
export interface ApiAnalysis {
  modules(collected: ApiFiles['collected'], files: ConventionFiles): readonly AnalyzedModule[]
  /** These files changed, came or went. */
  invalidate(files: readonly string[]): void
  /** `text` stands for the content of `file` until the file is invalidated. */
  edit(file: string, text: string): void
  close(): void
}

export function createApiAnalysis(root: string): ApiAnalysis {
  const cache = createModuleCache()
  const edits = new Map<string, string>()
  const registerFile = join(root, REGISTER_FILE)
  let program: AppProgram | undefined
  let lib: LibChoice = 'lean'
  let registered: string | undefined

  const open = (roots: readonly string[], register: string): AppProgram => {
    cache.clear()
    const opened = openProgram(root, roots, lib)
    for (const [file, text] of edits) opened.edit(file, text)
    opened.edit(registerFile, register)
    registered = register
    return opened
  }
  const ready = (roots: readonly string[], register: string): AppProgram => {
    if (program === undefined) return open(roots, register)
    program.addRoots(roots)
    if (register === registered) return program
    registered = register
    program.edit(registerFile, register)
    cache.clear()
    return program
  }

  return {
    modules(collected, files) {
      if (collected.length === 0) return []
      const roots = [...collected.map(({ file }) => join(root, file)), ...ambientFiles(root)]
      const register = registerTypes(files)
      program = ready(roots, register)
      const analyzed = analyzeModules(program, root, collected, cache)
      if (lib === 'full' || !analyzed.some((module) => module.wantsFullLib)) return analyzed
      lib = 'full'
      program = open(roots, register)
      return analyzeModules(program, root, collected, cache)
    },
    invalidate(files) {
      // What the build writes into `register.d.ts`, analysis knows already.
      const changed = files.filter((file) => file !== registerFile)
      for (const file of changed) edits.delete(file)
      if (changed.some((file) => CONFIGURES_TYPES.test(file))) program = undefined
      const news = program?.refresh(changed)
      const resolves = news?.gone === true || (news?.appeared === true && cache.hasDangling())
      if (resolves) program?.resolveAnew()
      if (resolves || changed.some((file) => file.endsWith('.d.ts'))) cache.clear()
      else cache.forget(changed)
    },
    edit(file, text) {
      edits.set(file, text)
      program?.edit(file, text)
      cache.forget([file])
    },
    close() {
      program = undefined
      cache.clear()
    },
  }
}

const CONFIGURES_TYPES = /\/(?:tsconfig[^/]*|package)\.json$/

function analyzeModules(
  program: AppProgram,
  root: string,
  collected: ApiFiles['collected'],
  cache: ModuleCache,
): readonly AnalyzedModule[] {
  const known = collected.map(({ file }) => cache.get(file)).filter((found) => found !== undefined)
  // No program is made when nothing changed.
  if (known.length === collected.length) return known
  const snapshot = program.snapshot()
  const context = { ...snapshot, relative: (file: string) => relative(root, file).replaceAll('\\', '/') }
  const imports: Parameters<typeof readFrom>[3] = new Map()
  const readOf = (file: ts.SourceFile) => readFrom(snapshot.ts, snapshot.checker, file, imports)
  // No import leads to the types of ctx and session.
  const register = snapshot.program.getSourceFile(join(root, REGISTER_FILE))
  const ambient = register === undefined ? [] : [...readOf(register).files]
  return collected.flatMap(({ file, module }) => {
    const found = cache.get(file)
    if (found !== undefined) return [found]
    const source = snapshot.program.getSourceFile(join(root, file))
    if (source === undefined) return []
    const analyzed = analyzeApiModule(context, source, module)
    const { files, dangling } = readOf(source)
    cache.set(file, analyzed, { files: new Set([...files, ...ambient]), dangling })
    return [analyzed]
  })
}

/** Declarations that no import leads to: generated types and the app's own `*.d.ts`. */
function ambientFiles(root: string): string[] {
  const generated = declarationsIn(join(root, '.fw/types'), true).filter((file) => file !== join(root, REGISTER_FILE))
  return [...generated, ...declarationsIn(join(root, 'src'), false)]
}

function declarationsIn(folder: string, recursive: boolean): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) => join(folder, name))
}
