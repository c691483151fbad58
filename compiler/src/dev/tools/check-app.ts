/** `check` and `apply_fix`: findings of the rules, type errors, and their fixes. */
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import { applyEdits } from '#diagnostic/apply-fixes.ts'
import { unifiedDiff } from '#diagnostic/unified-diff.ts'
import { isBelow, toSlashes } from '#slash-path.ts'
import { createLimit, createToolError, type DevTool } from './dev-tool.ts'
import { createFindingId, describeFinding } from './findings.ts'
import { listTypeErrors } from './type-errors.ts'

export const checkTool: DevTool = {
  name: 'check',
  title: 'Check the app',
  description:
    'Checks the sources as they are on disk: findings of the rules with their fixes, then the errors of TypeScript. Apply a fix with apply_fix. Pass the code of a finding to search_docs to read why the rule exists and how to correct it.',
  fields: {
    file: { type: 'string', description: 'Only findings of this file or folder, such as src/server.' },
    types: { type: 'boolean', description: 'Whether to run TypeScript, which takes seconds.', default: true },
    limit: createLimit(100),
  },
  effect: 'none',
  async run({ file, types, limit }, host) {
    const { diagnostics } = await host.analyze()
    const findings = diagnostics.map(describeFinding)
    // A file with a syntax error has no types.
    const typeErrors = types === true ? await listTypeErrors(host.root) : []
    const isMeant = ({ at = '' }: { readonly at?: string }) =>
      file === undefined || at.startsWith(`${file}:`) || at.startsWith(`${String(file).replace(/\/$/, '')}/`)
    const all = [...findings, ...typeErrors].filter(isMeant)
    const errors = all.filter(({ severity }) => severity === 'error').length
    return { errors, warnings: all.length - errors, findings: all.slice(0, Number(limit)) }
  },
}

export const applyFix: DevTool = {
  name: 'apply_fix',
  title: 'Apply a fix',
  description:
    'Applies a fix of a finding that check or get_errors has returned, and writes the changed files. Returns the change as a diff.',
  fields: {
    finding: { type: 'string', description: 'The id of the finding.', isRequired: true },
    fix: { type: 'integer', description: 'Zero-based index in the fixes of the finding.', minimum: 0, default: 0 },
  },
  effect: 'writes-files',
  async run({ finding, fix: index }, host) {
    const { diagnostics, packages } = await host.analyze()
    const found = diagnostics.find((one) => createFindingId(one) === finding)
    if (found === undefined)
      throw createToolError(`The app has no finding ${finding}. The sources may have changed: run check again.`)
    const fix = found.fixes?.[Number(index)]
    if (fix === undefined) throw createToolError(`The finding has ${found.fixes?.length ?? 0} fixes: ${found.message}`)
    const files = [...new Set(fix.edits.map(({ span }) => span.file))]
    const changes = files.map((file) => {
      const path = toProjectPath(host.root, file)
      const before = readFileSync(path, 'utf8')
      const edits = fix.edits.filter(({ span }) => span.file === file)
      return { file, path, before, after: applyEdits(before, edits) }
    })
    // A link may lead outside of the project.
    const folders = [host.root, ...packages].map((folder) => toSlashes(realpathSync(folder)))
    const outside = changes.find(
      ({ path }) => !folders.some((folder) => isBelow(folder, toSlashes(realpathSync(path)))),
    )
    if (outside !== undefined) throw createToolError(`${outside.file} is a link to a path outside of the app.`)
    for (const { path, after } of changes) writeFileSync(path, after)
    return {
      applied: fix.title,
      diff: changes.map(({ file, before, after }) => unifiedDiff(file, before, after)).join('\n'),
    }
  },
}
