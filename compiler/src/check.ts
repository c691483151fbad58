/** Combines analysis and rules. `build`, `dev`, `verify`, the editor and the tests call it. */
import type { Issue, JsonSchema } from '@fw/runtime/contract'
import { resolve } from '#slash-path.ts'
import { type Analysis, type AnalyzeOptions, createAnalysis } from './analyze/analyze-app.ts'
import { analyzeType, type TypeOptions } from './analyze/apis/exported-type.ts'
import { TEXT } from './analyze/app-reader.ts'
import { createFileHashes } from './analyze/modules/file-hashes.ts'
import { appKey, readResult, writeResult } from './analyze/modules/result-store.ts'
import { codeFrame } from './diagnostic/code-frame.ts'
import type { AppModel, Diagnostic } from './model.ts'
import { RULES } from './rules/index.ts'
import { unresolvedImport } from './rules/modules/unresolved-import.ts'
import { checkContracts, createRunner } from './rules/run-rules.ts'
import { toJsonSchema } from './schema/json-schema.ts'
import type { TypeTree } from './type-tree.ts'
import { type LoadedValidator, loadValidator } from './validate/load-validator.ts'

/** Result of checking an app. */
export interface CheckResult {
  readonly model: AppModel
  /** All findings, ordered by position. If one of them is an `error`, nothing may be emitted from `model`. */
  readonly diagnostics: readonly Diagnostic[]
  /** Folders of the workspace's other packages that the result depends on, for watching. Absolute. */
  readonly packages: readonly string[]
}

/**
 * Checks an app repeatedly, as editors and `fw check --watch` do. Call `close` when done: a checker holds the app's
 * types in memory.
 */
export interface Checker {
  /**
   * With `outputs: false`, outputs that have not been analyzed yet stay `pending`, and their problems are not reported.
   */
  check(options?: { readonly outputs?: boolean }): Promise<CheckResult>
  /** Marks files as changed, added or removed. Paths are absolute or relative to the root. */
  invalidate(files: readonly string[]): void
  /** Uses `text` as the content of `file`, saved or not, until the file is invalidated. */
  edit(file: string, text: string): void
  /** Returns the content of a file as the checker sees it, or `undefined` if the file doesn't exist. */
  textOf(file: string): string | undefined
  /** Writes the analysis to `.fw/cache`, for the next process. */
  save(): void
  close(): void
}

/** Checks an app once. */
export async function check(options: AnalyzeOptions): Promise<CheckResult> {
  const checker = createChecker(options)
  try {
    const result = await checker.check()
    checker.save()
    return result
  } finally {
    checker.close()
  }
}

/** Returns the result that an earlier run stored in `.fw/cache`, or `undefined` if the app has changed since. */
export function readChecked(options: AnalyzeOptions): CheckResult | undefined {
  return readResult(appRoot(options), options.config)
}

/**
 * Creates a checker, which reads only files again that an edit affects. It reuses those parts of the result in
 * `.fw/cache` that are still valid.
 */
export function createChecker(options: AnalyzeOptions): Checker {
  const root = appRoot(options)
  const analysis = createAnalysis(options)
  const hashes = createFileHashes()
  let latest: { readonly key: string; readonly result: CheckResult } | undefined
  let isUntouched = true
  return {
    async check({ outputs = true } = {}) {
      const stored = isUntouched ? readChecked(options) : undefined
      if (stored !== undefined) return stored
      isUntouched = false
      // Computed before any file is read: a file that changes during the analysis then gives another key.
      const key = outputs ? appKey(root, options.config, hashes) : ''
      const app = await analysis.read({ outputs })
      const diagnostics = runRules(app)
      const result = { model: app.model, diagnostics, packages: analysis.packages() }
      latest = outputs ? { key, result } : undefined
      return result
    },
    invalidate(files) {
      isUntouched = false
      analysis.invalidate(files)
    },
    edit(file, text) {
      isUntouched = false
      analysis.edit(file, text)
    },
    textOf: analysis.textOf,
    save() {
      const parts = analysis.save()
      if (parts !== undefined && latest !== undefined)
        writeResult(root, options.config, latest.key, latest.result, parts)
      latest = undefined
    },
    close: analysis.close,
  }
}

function appRoot({ root }: AnalyzeOptions): string {
  return resolve(root)
}

/** Contract derived from a type: its JSON Schema (2020-12), a check and a validator. */
export interface DerivedContract {
  /** Schema of the wire form. It rejects every value if `diagnostics` contains an `error`. */
  readonly schema: JsonSchema
  /**
   * Returns whether a wire value (parsed JSON; a `Date` as its string) is valid. Always `false` if there is an error.
   */
  is(value: unknown): boolean
  /**
   * Validates a wire value; never throws. `value` is the value that `run` receives: fresh objects, defaults filled in,
   * a `Date` in place of its string.
   */
  validate(value: unknown): Validated
  /** Findings about the type. If one of them is an `error`, the contract is unusable. */
  readonly diagnostics: readonly Diagnostic[]
  /** Type tree from which schema and validator are made. Don't use it if there is an error. */
  readonly tree: TypeTree
}

/** Result of a validator: the value that `run` receives, or the issues with their paths. */
export type Validated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/**
 * Derives the contract of one type of a file, exported or not, as if it were an api's input. Programs are cached
 * between calls; changed files are read again. Other problems than the following are reported as diagnostics.
 *
 * @throws `DeriveError` if the file, its tsconfig or the type doesn't exist.
 */
export function deriveContract(options: TypeOptions): DerivedContract {
  const { tree, facts, textOf } = analyzeType(options)
  const diagnostics = checkContracts(RULES, facts).map((found) => addFrame(found, textOf))
  const fault = diagnostics.find(({ severity }) => severity === 'error')
  if (fault !== undefined) return { ...createRefusingContract(fault), diagnostics, tree }
  const side = options.direction ?? 'input'
  const schema = toJsonSchema(tree, side)
  let loaded: LoadedValidator | undefined
  const validator = () => {
    loaded ??= loadValidator({ tree, schema, side })
    return loaded
  }
  return {
    schema,
    is: (value) => validator().is(value),
    validate(value) {
      const checked = validator().parse(value)
      return checked.issues === undefined ? { ok: true, value: checked.value } : { ok: false, issues: checked.issues }
    },
    diagnostics,
    tree,
  }
}

/** Creates the contract of a type that has an error: it rejects every value. */
function createRefusingContract(fault: Diagnostic): Pick<DerivedContract, 'schema' | 'is' | 'validate'> {
  const message = `has no contract: ${fault.message}`
  return { schema: { not: {} }, is: () => false, validate: () => ({ ok: false, issues: [{ path: '', message }] }) }
}

type TextOf = Analysis['textOf']

// `unresolvedImport` isn't in `RULES`: an editor leaves failed imports to TypeScript.
const runRules = createRunner([...RULES, unresolvedImport], (read, found) =>
  addFrame(found, (file) => read(TEXT, file)),
)

function addFrame(diagnostic: Diagnostic, textOf: TextOf): Diagnostic {
  const text = diagnostic.span && textOf(diagnostic.span.file)
  if (diagnostic.span === undefined || text === undefined) return diagnostic
  return { ...diagnostic, frame: codeFrame(text, diagnostic.span) }
}
