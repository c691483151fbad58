/** `fw check --fix` applies the first fix of each finding, and repeats until no fixable finding is left. */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { AppliedFix, AppModel, Checker, Diagnostic } from '@fw/compiler'
import { CliError } from '../cli-error.ts'

/**
 * Maximum number of passes. One fix may reveal a finding that another fix resolves, and a fix that causes its own
 * finding again must end.
 */
const MAX_PASSES = 10

interface FixedApp {
  readonly applied: readonly AppliedFix[]
  /** Remaining findings. */
  readonly diagnostics: readonly Diagnostic[]
  /** Model of the fixed app. */
  readonly model: AppModel
  /** Folders of the workspace's packages whose files are the app's sources, too. */
  readonly packages: readonly string[]
  /** Changed files, with their contents before and after. */
  readonly changed: readonly { readonly file: string; readonly before: string; readonly after: string }[]
}

/** Fixes the findings of `checker` in its memory, without writing files. */
export async function fixApp(checker: Checker, apply: typeof import('@fw/compiler').applyFixes): Promise<FixedApp> {
  const before = new Map<string, string>()
  const applied: AppliedFix[] = []
  let { diagnostics, model, packages } = await checker.check()
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const fixed = apply(diagnostics, checker.textOf)
    if (fixed.applied.length === 0) break
    for (const [file, text] of fixed.texts) {
      if (!before.has(file)) before.set(file, checker.textOf(file) ?? '')
      checker.edit(file, text)
    }
    applied.push(...fixed.applied)
    ;({ diagnostics, model, packages } = await checker.check())
  }
  const changed = [...before].map(([file, text]) => ({ file, before: text, after: checker.textOf(file) ?? '' }))
  return { applied, diagnostics, model, packages, changed: changed.sort((a, b) => (a.file < b.file ? -1 : 1)) }
}

/** Writes the files. Throws before the first write if a file is a link to a path outside the app and its packages. */
export function writeFixes(root: string, { changed, packages }: FixedApp): void {
  const folders = [root, ...packages].map((folder) => realpathSync(folder) + sep)
  const isOutside = (path: string) => !folders.some((folder) => path.startsWith(folder))
  const outside = changed.find(({ file }) => isOutside(realpathSync(join(root, file))))
  if (outside !== undefined)
    throw new CliError({
      code: 'outside_app',
      title: `${outside.file} is a link to a path outside the app. Nothing was written.`,
      fix: 'Replace the link with a file, or fix the file at its real path.',
    })
  for (const { file, after } of changed) writeText(join(root, file), after)
}

/** Replaces the text of a file. Keeps its byte order mark, which the text of a checker doesn't have. */
function writeText(path: string, text: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').startsWith('\uFEFF') ? `\uFEFF${text}` : text)
}

/** Formats an applied fix: `Fixed src/hooks.ts:3:14 unknown-hook: Rename to "onError".` */
export function formatFix({ diagnostic: { span, code }, fix: { title } }: AppliedFix): string {
  const place = span === undefined ? '' : `${span.file}:${span.line}:${span.column} `
  return `Fixed ${place}${code}: ${title}`
}
