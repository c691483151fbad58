/** `fw check --fix`: the first fix of each finding, and again until nothing is left that has one. */
import { realpathSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { AppliedFix, AppModel, Checker, Diagnostic } from '@fw/compiler'
import { CliError } from '../fail.ts'

/** What one fix brings to light, another may mend; a fix that brings its own finding back must end too. */
const MAX_ROUNDS = 10

export interface FixedApp {
  readonly applied: readonly AppliedFix[]
  /** What is left. */
  readonly diagnostics: readonly Diagnostic[]
  /** Of the fixed app. */
  readonly model: AppModel
  /** The files that are others now, with their texts before and after. */
  readonly changed: readonly { readonly file: string; readonly before: string; readonly after: string }[]
}

/** Fixes what `checker` finds, in its memory only: nothing is written. */
export async function fixApp(checker: Checker, apply: typeof import('@fw/compiler').applyFixes): Promise<FixedApp> {
  const before = new Map<string, string>()
  const applied: AppliedFix[] = []
  let { diagnostics, model } = await checker.check()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fixed = apply(diagnostics, checker.textOf)
    if (fixed.applied.length === 0) break
    for (const [file, text] of fixed.texts) {
      if (!before.has(file)) before.set(file, checker.textOf(file) ?? '')
      checker.edit(file, text)
    }
    applied.push(...fixed.applied)
    const next = await checker.check()
    diagnostics = next.diagnostics
    model = next.model
  }
  const changed = [...before].map(([file, text]) => ({ file, before: text, after: checker.textOf(file) ?? '' }))
  return { applied, diagnostics, model, changed: changed.sort((a, b) => (a.file < b.file ? -1 : 1)) }
}

/** Throws before the first write if a file is a link that leads out of the app. */
export function writeFixes(root: string, { changed }: FixedApp): void {
  const folder = realpathSync(root) + sep
  const outside = changed.find(({ file }) => !realpathSync(join(root, file)).startsWith(folder))
  if (outside !== undefined)
    throw new CliError({
      code: 'outside_app',
      title: `${outside.file} is a link that leads out of the app, so nothing is written.`,
      fix: 'Replace the link by a file, or fix the file where it is.',
    })
  for (const { file, after } of changed) writeFileSync(join(root, file), after)
}

/** `Fixed src/server/shop.api.ts:3:14 api-name: Rename to "findAll".` */
export function fixedLine({ diagnostic: { span, code }, fix: { title } }: AppliedFix): string {
  const place = span === undefined ? '' : `${span.file}:${span.line}:${span.column} `
  return `Fixed ${place}${code}: ${title}`
}
