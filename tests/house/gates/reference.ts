/** `docs/reference` equals what the sources say: doc comments of the doors, the configuration, the commands, the rules. */
import { COMMANDS_PAGE, printCommands } from '../reference/commands.ts'
import { CONFIG_PAGE, printConfig } from '../reference/config.ts'
import { printDoors } from '../reference/doors.ts'
import { printRules, RULES_PAGE } from '../reference/rules.ts'
import type { SourceFile, Violation } from '../source-tree.ts'
import type { Surface } from '../surface.ts'

/** Path of a page to its text. */
export function printReference(surface: Surface, files: readonly SourceFile[]): Readonly<Record<string, string>> {
  return {
    ...printDoors(surface),
    [CONFIG_PAGE]: printConfig(files),
    [COMMANDS_PAGE]: printCommands(),
    [RULES_PAGE]: printRules(),
  }
}

/** `files`: the repository; `expected`: what `printReference` made of it. */
export function checkReference(
  expected: Readonly<Record<string, string>>,
  files: readonly SourceFile[],
): readonly Violation[] {
  const found = new Map(files.map(({ path, text }) => [path, text]))
  const strays = [...found.keys()]
    .filter((path) => path.startsWith('docs/reference/') && !(path in expected))
    .map((file) => ({ file, message: 'nothing writes this page; it belongs into another folder of docs/' }))
  const stale = Object.entries(expected).flatMap(([file, text]) => {
    const now = text.split('\n')
    const then = (found.get(file) ?? '').split('\n')
    const index = now.findIndex((line, at) => line !== then[at])
    if (index === -1 && now.length === then.length) return []
    return [
      { file, line: Math.max(index, 0) + 1, message: 'is not what the sources say (npm run reference -- --update)' },
    ]
  })
  return [...strays, ...stale]
}
