/** Whether the files with a fixed place and meaning (interface.md: Convention paths) export what is asked. */
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFact, HookFact } from '../diagnostic/facts.ts'
import type { ConventionFiles } from '../model.ts'
import type { AppReader } from './app-reader.ts'
import { findConventionFiles } from './convention-files.ts'
import { type ExportedValue, exportedValues, hasDefaultExport } from './module-exports.ts'

/** Those whose default export the framework calls. */
const WITH_DEFAULT = ['ctx', 'session', 'middleware', 'websocket', 'feed'] as const

export interface AnalyzedConventions {
  readonly files: ConventionFiles
  readonly facts: readonly ConventionFact[]
  readonly hooks: readonly HookFact[]
  /** The names that `src/matchers.ts` exports; undefined when only running it would tell. */
  readonly matchers: readonly string[] | undefined
}

export function analyzeConventions(reader: AppReader, config: FwConfig): AnalyzedConventions {
  const files = findConventionFiles(reader.root, config)
  const facts = WITH_DEFAULT.flatMap((kind): ConventionFact[] => {
    const file = files[kind]
    if (file === undefined) return []
    const hasDefault = hasDefaultExport(reader, file)
    return [{ file, kind, hasDefault, span: { file, start: 0, end: 0, line: 1, column: 1 } }]
  })
  const hooks = files.hooks === undefined ? [] : exportedValues(reader, files.hooks).map(toHook)
  return { files, facts, hooks, matchers: matcherNames(reader, files.matchers) }
}

function matcherNames(reader: AppReader, file: string | undefined): readonly string[] | undefined {
  if (file === undefined) return []
  // What `export *` brings is read at boot only.
  const isOpen = /^\s*export\s*\*/m.test(reader.textOf(file) ?? '')
  return isOpen ? undefined : exportedValues(reader, file).map(({ name }) => name)
}

function toHook({ name, span }: ExportedValue): HookFact {
  return { name, span }
}
