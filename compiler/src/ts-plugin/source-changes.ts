/** Which files of a program are not as they were in the one before it. */
import { globalFiles, isGlobalFile } from '../program/read-files.ts'
import type { ts } from '../program/typescript.ts'

export interface SourceChanges {
  /**
   * Absolute; undefined when more has changed than the text of modules that something imports: files came or went, the
   * options, a package, or what every file sees.
   */
  readonly files: ReadonlySet<string> | undefined
  /** Files that every other file sees, packages left out. */
  readonly globals: readonly string[]
}

/** Call it once for each program, in their order. It keeps the trees of the last program, and not the program. */
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
