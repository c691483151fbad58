/**
 * Test files of one worker share modules: a hook that a shared module registers on import applies only to the first
 * file.
 */
import type { SourceFile, Violation } from '../source-tree.ts'

const HOOK = /^(?:before|after)(?:Each|All)\(/m

/** Finds modules in `tests/` that register hooks when they are imported. */
export function checkSharedHooks(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => /^tests\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter(({ text }) => HOOK.test(text))
    .map(({ path }) => ({
      file: path,
      message: 'registers a hook when it is imported; export a function that does, and call it in each test file',
    }))
}
