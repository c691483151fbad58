/** Analysed api modules that stay valid until one of the files that they read changes. */
import type { ts } from '../program/typescript.ts'
import type { AnalyzedModule } from './api-module.ts'

interface CachedModule {
  readonly analyzed: AnalyzedModule
  /** Absolute paths of the file and everything of the app that it imports. */
  readonly reads: ReadonlySet<string>
}

export interface ModuleCache {
  get(file: string): AnalyzedModule | undefined
  set(file: string, analyzed: AnalyzedModule, reads: ReadonlySet<string>): void
  /** Forgets every module that read one of these files. */
  forget(changed: readonly string[]): void
  clear(): void
}

export function createModuleCache(): ModuleCache {
  const modules = new Map<string, CachedModule>()
  return {
    get: (file) => modules.get(file)?.analyzed,
    set: (file, analyzed, reads) => modules.set(file, { analyzed, reads }),
    forget(changed) {
      for (const [file, { reads }] of modules) if (changed.some((path) => reads.has(path))) modules.delete(file)
    },
    clear: () => modules.clear(),
  }
}

/**
 * The files that `file` imports, directly or not, with itself. Packages are left out: a change of theirs reopens the
 * program. `known` holds direct imports by file for one program.
 */
export function filesReadBy(
  tsModule: typeof ts,
  checker: ts.TypeChecker,
  file: ts.SourceFile,
  known: Map<ts.SourceFile, readonly ts.SourceFile[]>,
): ReadonlySet<string> {
  const reads = new Set<string>()
  const visit = (current: ts.SourceFile): void => {
    if (reads.has(current.fileName)) return
    reads.add(current.fileName)
    const imports = known.get(current) ?? directImports(tsModule, checker, current)
    known.set(current, imports)
    imports.forEach(visit)
  }
  visit(file)
  return reads
}

function directImports(tsModule: typeof ts, checker: ts.TypeChecker, file: ts.SourceFile): readonly ts.SourceFile[] {
  const found: ts.SourceFile[] = []
  const add = (specifier: ts.Node): void => {
    const target = checker.getSymbolAtLocation(specifier)?.valueDeclaration
    if (target && tsModule.isSourceFile(target) && !target.fileName.includes('/node_modules/')) found.push(target)
  }
  const visit = (node: ts.Node): void => {
    if ((tsModule.isImportDeclaration(node) || tsModule.isExportDeclaration(node)) && node.moduleSpecifier)
      add(node.moduleSpecifier)
    else if (tsModule.isImportTypeNode(node) && tsModule.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return found
}
