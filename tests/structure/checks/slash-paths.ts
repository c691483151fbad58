/**
 * Rejects paths with the separator of the platform in the compiler: they would be compared with paths of TypeScript and Vite,
 * and written into code, which have `/` on Windows too.
 */
import type { SourceFile, Violation } from '../source-tree.ts'

const OWNER = 'compiler/src/slash-path.ts'
/** Functions of `node:path` that print the separator of the platform. */
const NATIVE: ReadonlySet<string> = new Set(['join', 'relative', 'resolve', 'normalize', 'format', 'sep', 'win32'])
const IMPORT = /^import (?:\{([^}]*)\}|(?:\* as )?(\w+)) from '(?:node:)?path'/
const CONVERSION = /\.(?:replaceAll\((?:'\\\\'|sep), '\/'\)|replace\(\/\\\\\/g, '\/'\)|split\(sep\))/

export function checkSlashPaths(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => /^compiler\/src\/.*\.tsx?$/.test(path) && path !== OWNER)
    .flatMap(({ path: file, text }) => text.split('\n').flatMap((line, index) => checkLine(file, line, index + 1)))
}

function checkLine(file: string, line: string, number: number): readonly Violation[] {
  const [, names, whole] = IMPORT.exec(line) ?? []
  const native = whole === undefined ? (names ?? '').split(',').map((name) => name.trim()) : [whole]
  const imported = native.filter((name) => name === whole || NATIVE.has(name))
  return [
    ...imported.map((name) => ({
      file,
      line: number,
      message: `imports ${name} of node:path: import it from #slash-path.ts`,
    })),
    ...(CONVERSION.test(line)
      ? [{ file, line: number, message: 'converts separators itself: call toSlashes of #slash-path.ts' }]
      : []),
  ]
}
