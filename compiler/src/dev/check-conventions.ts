/**
 * Refuses to load an app with a convention file that has no effect. The analysis reports the same errors, but dev serves the
 * first page before it ends: without its middleware, the app would serve pages that it must not.
 */
import { readFileSync } from 'node:fs'
import { type FwConfig, SetupError } from '@fw/runtime/contract'
import { findConventionFiles, WITH_DEFAULT } from '../analyze/pages/convention-files.ts'
import { findMisplacedConventions } from '../analyze/pages/misplaced-conventions.ts'
import type { AppPaths } from '../build/app-paths.ts'
import { printDiagnostics } from '../diagnostic/print.ts'
import type { Diagnostic, SourceSpan } from '../model.ts'
import { conventionDefaultExport } from '../rules/pages/convention-default-export.ts'
import { misplacedConvention } from '../rules/pages/misplaced-convention.ts'

/** Throws a `SetupError` for files that look like a convention file and aren't read. */
export function checkConventionPaths({ root, routesDir }: AppPaths, config: FwConfig): void {
  const found = findMisplacedConventions({
    root,
    routesDir: routesDir.slice(root.length + 1),
    config,
    textOf: (file) => readText(`${root}/${file}`),
  })
  const misplaced = found.map((one) => ({ ...one, span: createFileSpan(one.file) }))
  refuse(misplacedConvention.report(misplaced))
}

/** Rejects with a `SetupError` for convention files without a default export. `load` returns the exports of a file. */
export async function checkDefaultExports(
  root: string,
  config: FwConfig,
  load: (file: string) => Promise<object>,
): Promise<void> {
  const files = findConventionFiles(root, config)
  for (const kind of WITH_DEFAULT) {
    const file = files[kind]
    if (file === undefined || 'default' in (await load(file))) continue
    refuse(conventionDefaultExport.report([{ file, kind, hasDefault: false, span: createFileSpan(file) }]))
  }
}

function refuse(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) throw new SetupError(printDiagnostics(diagnostics, 'pretty').trimEnd())
}

function createFileSpan(file: string): SourceSpan {
  return { file, start: 0, end: 0, line: 1, column: 1 }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
