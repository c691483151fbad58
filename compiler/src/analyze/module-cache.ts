/** Analysed api modules that stay valid until one of the files that they read changes. */
import type { ts } from '../program/typescript.ts'
import type { AnalyzedModule } from './api-module.ts'

/** What a module's types are made of. */
export interface ReadFiles {
  /** Absolute paths of the file and everything of the app that it imports, directly or not. */
  readonly files: ReadonlySet<string>
  /** Some import found nothing: a file that appears may be what it meant. */
  readonly dangling: boolean
}

export interface ModuleCache {
  get(file: string): AnalyzedModule | undefined
  set(file: string, analyzed: AnalyzedModule, read: ReadFiles): void
  /** Forgets every module that read one of these files. */
  forget(changed: readonly string[]): void
  /** Whether some module waits for a file to appear. */
  hasDangling(): boolean
  clear(): void
}

export function createModuleCache(): ModuleCache {
  const modules = new Map<string, { readonly analyzed: AnalyzedModule; readonly read: ReadFiles }>()
  return {
    get: (file) => modules.get(file)?.analyzed,
    set: (file, analyzed, read) => modules.set(file, { analyzed, read }),
    forget(changed) {
      for (const [file, { read }] of modules) if (changed.some((path) => read.files.has(path))) modules.delete(file)
    },
    hasDangling: () => [...modules.values()].some(({ read }) => read.dangling),
    clear: () => modules.clear(),
  }
}

interface Imports {
  readonly targets: readonly ts.SourceFile[]
  readonly dangling: boolean
}

/**
 * What `file` reads. Packages are left out: installing one changes package.json, which opens the program anew. `known`
 * holds the imports of single files, for one program.
 */
export function readFrom(
  tsModule: typeof ts,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  known: Map<ts.SourceFile, Imports>,
): ReadFiles {
  const files = new Set<string>()
  let dangling = false
  const visit = (current: ts.SourceFile): void => {
    if (files.has(current.fileName)) return
    files.add(current.fileName)
    const imports = known.get(current) ?? importsOf(tsModule, checker, current)
    known.set(current, imports)
    dangling ||= imports.dangling
    imports.targets.forEach(visit)
  }
  visit(file)
  return { files, dangling }
}

function importsOf(tsModule: typeof ts, checker: ts.TypeChecker, file: ts.SourceFile): Imports {
  const targets: ts.SourceFile[] = []
  let dangling = false
  const add = (specifier: ts.Node): void => {
    const target = checker.getSymbolAtLocation(specifier)?.valueDeclaration
    if (target === undefined) dangling = true
    else if (tsModule.isSourceFile(target) && !target.fileName.includes('/node_modules/')) targets.push(target)
  }
  const visit = (node: ts.Node): void => {
    if ((tsModule.isImportDeclaration(node) || tsModule.isExportDeclaration(node)) && node.moduleSpecifier)
      add(node.moduleSpecifier)
    else if (tsModule.isImportTypeNode(node) && tsModule.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return { targets, dangling }
}
