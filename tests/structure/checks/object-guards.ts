/** Rejects a second function that only checks whether a value is an object, or only returns the message of an error. */
import type { SourceFile, Violation } from '../source-tree.ts'

const GUARD = /\breturn typeof (\w+) === 'object' && \1 !== null(?: && !Array\.isArray\(\1\))?\n\}/g
const MESSAGE = /\b(\w+) instanceof Error \? \1\.message : String\(\1\)/g
const OWNER = 'runtime/src/contract/is-object.ts'
/** Packages that may not import `@fw/runtime/contract`, and code of the overlay, which imports only its types. */
const APART = /^(?:codemods|cli\/create|compiler\/src\/overlay)\//

export function checkObjectGuards(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => /^(?:runtime|compiler|cli)\/src\/.*\.tsx?$/.test(path) && path !== OWNER && !APART.test(path))
    .flatMap(({ path, text }) => [
      ...[...text.matchAll(GUARD)].map(() => ({
        file: path,
        message: 'use isObject or isRecord of contract/is-object',
      })),
      ...[...text.matchAll(MESSAGE)].map(() => ({ file: path, message: 'use getMessage of contract/http/thrown' })),
    ])
}
