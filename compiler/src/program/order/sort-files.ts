/** The order of a program's files. */

import type { ts } from '../typescript.ts'
import { compareText } from './compare-text.ts'

/**
 * Sorts the files of a program by their paths, after those of the platform. A program has them in the order of its imports,
 * which depends on all of its modules, and the checker merges declarations and compares equal types in this order. To be
 * called before the first use of the checker.
 */
export function sortFiles(program: ts.Program): void {
  const isOfPlatform = (file: ts.SourceFile) => program.isSourceFileDefaultLibrary(file)
  const files = [...program.getSourceFiles()]
  const own = files.filter((file) => !isOfPlatform(file))
  const sorted = [...files.filter(isOfPlatform), ...own.sort((one, other) => compareText(one.fileName, other.fileName))]
  program.getSourceFiles = () => sorted
}
