/** `snapshots/api-surface/<door>.md` equals what the door exports: a public change is seen in review. */
import type { Violation } from '../source-tree.ts'
import type { Surface } from '../surface.ts'

/** Path of a door's snapshot: `@fw/runtime/server` -> `snapshots/api-surface/runtime-server.md`. */
export function snapshotPath(door: string): string {
  return `snapshots/api-surface/${door.replace('@fw/', '').replaceAll('/', '-')}.md`
}

export function printSurface(surface: Surface): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(surface).map(([door, names]) => [
      snapshotPath(door),
      `# ${door}\n\n${names.map(({ name, signature }) => `- **${name}** \`${signature.replaceAll('`', "'")}\`\n`).join('')}`,
    ]),
  )
}

/** `snapshots`: path -> text on disk. */
export function checkSurface(surface: Surface, snapshots: Readonly<Record<string, string>>): readonly Violation[] {
  const expected = printSurface(surface)
  const stray = Object.keys(snapshots).filter((path) => !(path in expected))
  return [
    ...stray.map((file) => ({ file, message: 'the snapshot of a door that does not exist' })),
    ...Object.entries(expected).flatMap(([file, text]) => firstDifference(file, text, snapshots[file] ?? '')),
  ]
}

function firstDifference(file: string, expected: string, found: string): readonly Violation[] {
  if (expected === found) return []
  const now = expected.split('\n')
  const then = found.split('\n')
  const at = now.findIndex((line, index) => line !== then[index])
  const index = at === -1 ? now.length : at
  const message = `differs; the door exports: ${now[index] ?? '(nothing more)'} (npm run api-surface -- --update)`
  return [{ file, line: index + 1, message }]
}

/** No public signature has an `any`: it would switch the types of an app off. */
export function checkNoAny(surface: Surface): readonly Violation[] {
  return Object.entries(surface).flatMap(([door, names]) =>
    names
      .filter(({ signature }) => /\bany\b/.test(signature.replace(/'[^']*'|"[^"]*"/g, "''")))
      .map(({ name, signature }) => ({ file: door, message: `"${name}" has an \`any\`: ${signature}` })),
  )
}

/** Every export says what it is for: a name and a type alone leave its reader guessing. */
export function checkProse(surface: Surface): readonly Violation[] {
  return Object.entries(surface).flatMap(([door, names]) =>
    names
      .filter(({ prose }) => prose === '')
      .map(({ name }) => ({ file: door, message: `"${name}" has no doc comment` })),
  )
}
