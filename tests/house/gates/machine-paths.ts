/** Nothing that is committed names a machine: no home folder, no checkout folder, no registry of somebody's own. */
import type { SourceFile, Violation } from '../source-tree.ts'

/** Home folders of a person or a build machine. */
const HOME = /(?<![\w.])(?:\/(?:home|Users)\/[A-Za-z][\w.-]*\/|\/root\/|[A-Z]:\\Users\\)/

/** `folders`: where this checkout and its user live, so that a path which works only here is seen here. */
export function checkMachinePaths(files: readonly SourceFile[], folders: readonly string[]): readonly Violation[] {
  return files.flatMap((file) =>
    file.text.split('\n').flatMap((text, index) => {
      const folder = HOME.exec(text)?.[0] ?? folders.find((name) => text.includes(name))
      if (folder !== undefined) {
        return [{ file: file.path, line: index + 1, message: `the machine path "${folder}"` }]
      }
      const host = file.path.endsWith('package-lock.json')
        ? /"resolved": "https?:\/\/([^/"]+)/.exec(text)?.[1]
        : undefined
      if (host === undefined || host === 'registry.npmjs.org') return []
      return [{ file: file.path, line: index + 1, message: `the registry "${host}"` }]
    }),
  )
}
