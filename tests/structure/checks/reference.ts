/**
 * `docs/reference` must equal the output generated from the sources: doc comments of entry points, the configuration,
 * the commands, the rules.
 */

import type { Surface } from '../api-surface.ts'
import { COMMANDS_PAGE, printCommands } from '../reference/commands.ts'
import { CONFIG_PAGE, printConfig } from '../reference/config.ts'
import { printEntryPoints } from '../reference/entry-points.ts'
import { printRules, RULES_PAGE } from '../reference/rules.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

/** Returns path of a page -> its content. */
export function printReference(surface: Surface, files: readonly SourceFile[]): Readonly<Record<string, string>> {
  return {
    ...printEntryPoints(surface),
    [CONFIG_PAGE]: printConfig(files),
    [COMMANDS_PAGE]: printCommands(),
    [RULES_PAGE]: printRules(),
  }
}

/** Compares the pages. `files`: the repository; `expected`: the result of `printReference`. */
export function checkReference(
  expected: Readonly<Record<string, string>>,
  files: readonly SourceFile[],
): readonly Violation[] {
  const found = new Map(files.map(({ path, text }) => [path, text]))
  const strays = [...found.keys()]
    .filter((path) => path.startsWith('docs/reference/') && !(path in expected))
    .map((file) => ({ file, message: 'this page is not generated; move it to another folder of docs/' }))
  const stale = Object.entries(expected).flatMap(([file, text]) => {
    const now = text.split('\n')
    const then = (found.get(file) ?? '').split('\n')
    const index = now.findIndex((line, at) => line !== then[at])
    if (index === -1 && now.length === then.length) return []
    return [{ file, line: Math.max(index, 0) + 1, message: 'differs from the sources (npm run reference -- --update)' }]
  })
  return [...strays, ...stale]
}
