/** Analysis and rules joined: what `build`, `dev`, `verify`, the editor and the tests call. */
import type { JsonSchema } from '@fw/runtime/contract'
import { type Analysis, type AnalyzeOptions, createAnalysis } from './analyze/analyze-app.ts'
import { analyzeExportedType, type ExportedTypeOptions } from './analyze/exported-type.ts'
import type { AppFacts } from './diagnostic/facts.ts'
import { codeFrame } from './diagnostic/frame.ts'
import type { AppModel, Diagnostic } from './model.ts'
import { RULES } from './rules/index.ts'
import { toJsonSchema } from './schema/json-schema.ts'
import type { TypeTree } from './type-tree.ts'

export interface CheckResult {
  readonly model: AppModel
  /** All of them, ordered by place. An `error` among them means that nothing may be emitted from `model`. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface Checker {
  check(): Promise<CheckResult>
  /** These files changed, came or went; paths absolute or relative to the root. */
  invalidate(files: readonly string[]): void
  /** `text` stands for the content of `file`, saved or not, until the file is invalidated. */
  edit(file: string, text: string): void
  close(): void
}

/** Checks an app once. */
export async function check(options: AnalyzeOptions): Promise<CheckResult> {
  const checker = createChecker(options)
  try {
    return await checker.check()
  } finally {
    checker.close()
  }
}

/** Checks an app again and again, reading anew only what an edit touched. */
export function createChecker(options: AnalyzeOptions): Checker {
  const analysis = createAnalysis(options)
  return {
    async check() {
      const facts = await analysis.facts()
      return { model: facts.model, diagnostics: diagnose(facts, analysis.textOf) }
    },
    invalidate: analysis.invalidate,
    edit: analysis.edit,
    close: analysis.close,
  }
}

export interface DerivedContract {
  readonly schema: JsonSchema
  readonly tree: TypeTree
  /** With an `error` among them, schema and tree are not to be used. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The contract of one exported type. Throws a `TypeError` when the file or the export does not exist. */
export function deriveContract(options: ExportedTypeOptions): DerivedContract {
  const { tree, facts, textOf } = analyzeExportedType(options)
  const file = {
    file: options.file,
    module: 'contract',
    exports: [],
    contracts: facts,
    fields: [],
    prose: [],
    syntax: [],
  }
  const model: AppModel = { root: options.root, config: {}, modules: [], routes: [], components: [], files: {} }
  const nothing = {
    nestedApiFiles: [],
    routes: [],
    unknownMatchers: [],
    pathRules: [],
    deadLinks: [],
    conventions: [],
    hooks: [],
    env: [],
    config: [],
    syntax: [],
  }
  const diagnostics = diagnose({ model, apiFiles: [file], ...nothing }, textOf)
  return { schema: toJsonSchema(tree, options.direction ?? 'input'), tree, diagnostics }
}

type TextOf = Analysis['textOf']

function diagnose(facts: AppFacts, textOf: TextOf): Diagnostic[] {
  return RULES.flatMap((rule) => rule.run(facts))
    .map((diagnostic) => withFrame(diagnostic, textOf))
    .sort(byPlace)
}

function withFrame(diagnostic: Diagnostic, textOf: TextOf): Diagnostic {
  const text = diagnostic.span && textOf(diagnostic.span.file)
  if (diagnostic.span === undefined || text === undefined) return diagnostic
  return { ...diagnostic, frame: codeFrame(text, diagnostic.span) }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [fileA, fileB] = [a.span?.file ?? '', b.span?.file ?? '']
  if (fileA !== fileB) return fileA < fileB ? -1 : 1
  return (a.span?.start ?? 0) - (b.span?.start ?? 0) || a.number - b.number
}
