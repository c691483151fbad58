/**
 * `snapshots/api-surface/<entry point>.md` must equal the entry point's exports, so that a public change shows in
 * review.
 */

import type { Surface } from '../api-surface.ts'
import type { Violation } from '../source-tree.ts'

/**
 * Returns the path of an entry point's snapshot: `snapshots/api-surface/runtime-server.md` for `@fw/runtime/server`.
 */
export function snapshotPath(entryPoint: string): string {
  return `snapshots/api-surface/${entryPoint.replace('@fw/', '').replaceAll('/', '-')}.md`
}

export function printSurface(surface: Surface): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(surface).map(([entryPoint, names]) => [
      snapshotPath(entryPoint),
      `# ${entryPoint}\n\n${names.map(({ name, signature }) => `- **${name}** \`${signature.replaceAll('`', "'")}\`\n`).join('')}`,
    ]),
  )
}

/** Compares the snapshots. `snapshots`: path -> content on disk. */
export function checkSurface(surface: Surface, snapshots: Readonly<Record<string, string>>): readonly Violation[] {
  const expected = printSurface(surface)
  const stray = Object.keys(snapshots).filter((path) => !(path in expected))
  return [
    ...stray.map((file) => ({ file, message: 'the snapshot of an entry point that does not exist' })),
    ...Object.entries(expected).flatMap(([file, text]) => firstDifference(file, text, snapshots[file] ?? '')),
  ]
}

function firstDifference(file: string, expected: string, found: string): readonly Violation[] {
  if (expected === found) return []
  const now = expected.split('\n')
  const then = found.split('\n')
  const at = now.findIndex((line, index) => line !== then[index])
  const index = at === -1 ? now.length : at
  const message = `differs; the entry point exports: ${now[index] ?? '(nothing more)'} (npm run api-surface -- --update)`
  return [{ file, line: index + 1, message }]
}

/** Rejects `any` in public signatures: it would disable type checking in apps. */
export function checkNoAny(surface: Surface): readonly Violation[] {
  return Object.entries(surface).flatMap(([entryPoint, names]) =>
    names
      .filter(({ signature }) => /\bany\b/.test(signature.replace(/'[^']*'|"[^"]*"/g, "''")))
      .map(({ name, signature }) => ({ file: entryPoint, message: `"${name}" has an \`any\`: ${signature}` })),
  )
}

/** Requires a doc comment for every export: name and type alone don't explain its purpose. */
export function checkProse(surface: Surface): readonly Violation[] {
  return Object.entries(surface).flatMap(([entryPoint, names]) =>
    names
      .filter(({ prose }) => prose === '')
      .map(({ name }) => ({ file: entryPoint, message: `"${name}" has no doc comment` })),
  )
}
