/** Finds the files of a program that differ from the previous program. */
import { globalFiles, isGlobalFile } from '#program/read-files.ts'
import type { ts } from '#program/typescript.ts'

export interface SourceChanges {
  /**
   * Absolute paths; undefined if more than the content of imported modules has changed: added or removed files, the
   * options, a package, or global declarations.
   */
  readonly files: ReadonlySet<string> | undefined
  /** Files with global declarations, without packages. */
  readonly globals: readonly string[]
}

/**
 * Returns a function to call once for each program, in order. It stores the trees of the last program, not the program.
 */
export function followSources(tsModule: typeof ts): (program: ts.Program) => SourceChanges {
  let sources: readonly ts.SourceFile[] = []
  let options: ts.CompilerOptions | undefined
  let globals: readonly string[] = []
  const findChangedFiles = (program: ts.Program): ReadonlySet<string> | undefined => {
    const after = program.getSourceFiles()
    if (program.getCompilerOptions() !== options || after.length !== sources.length) return undefined
    const files = new Set<string>()
    for (const [index, source] of after.entries()) {
      const before = sources[index]
      if (before === source) continue
      if (before?.fileName !== source.fileName || source.fileName.includes('/node_modules/')) return undefined
      files.add(source.fileName)
    }
    return files
  }
  const isOfModules = (program: ts.Program, files: ReadonlySet<string>): boolean =>
    [...files].every((file) => {
      const source = program.getSourceFile(file)
      return source !== undefined && !globals.includes(file) && !isGlobalFile({ ts: tsModule, program }, source)
    })
  return (program) => {
    const changed = findChangedFiles(program)
    sources = program.getSourceFiles()
    options = program.getCompilerOptions()
    if (changed !== undefined && isOfModules(program, changed)) return { files: changed, globals }
    globals = globalFiles({ ts: tsModule, program })
    return { files: undefined, globals }
  }
}
