/** Adds a missing default export to a module. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { Fix } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import type { ExportedValue } from '../modules/module-exports.ts'

/** Returns no fix if several of the `candidates` are possible. */
export function defaultExportFix(
  { textOf }: AppReader,
  file: string,
  candidates: readonly ExportedValue[],
): { readonly fixes?: readonly Fix[] } {
  const [only] = candidates
  const text = textOf(file)
  if (only?.value === undefined || candidates.length > 1 || text === undefined) return {}
  // The name stays exported: other files may import it.
  const added = `${text === '' || text.endsWith('\n') ? '' : '\n'}\nexport default ${only.name}\n`
  const edits = [{ span: createSpan(file, text, text.length, text.length), text: added }]
  return { fixes: [{ title: `Export "${only.name}" by default`, edits }] }
}
