/** Rejects committed names of a machine: home folders, checkout folders, private registries. */
import type { SourceFile, Violation } from '../source-tree.ts'

/** Home folders of a person or a build machine. */
const HOME = /(?<![\w.])(?:\/(?:home|Users)\/[A-Za-z][\w.-]*\/|\/root\/|[A-Z]:\\Users\\)/

/** Checks the files. `folders`: where this checkout and its user's home are, to find paths that work only here. */
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
