/** Analysis and rules joined: what `build`, `dev`, `verify`, the editor and the tests call. */
import { resolve } from 'node:path'
import type { Issue, JsonSchema } from '@fw/runtime/contract'
import { type Analysis, type AnalyzeOptions, createAnalysis } from './analyze/analyze-app.ts'
import { analyzeType, type TypeOptions } from './analyze/exported-type.ts'
import { createFileHashes } from './analyze/file-hashes.ts'
import { appKey, readResult, writeResult } from './analyze/result-store.ts'
import type { AppFacts, ContractFact } from './diagnostic/facts.ts'
import { codeFrame } from './diagnostic/frame.ts'
import { NO_FACTS } from './diagnostic/no-facts.ts'
import { createRunner } from './diagnostic/run-rules.ts'
import type { AppModel, Diagnostic } from './model.ts'
import { RULES } from './rules/index.ts'
import { unresolvedImport } from './rules/unresolved-import.ts'
import { toJsonSchema } from './schema/json-schema.ts'
import type { TypeTree } from './type-tree.ts'
import { type LoadedValidator, loadValidator } from './validate/load-validator.ts'

/** What `check` has found in an app. */
export interface CheckResult {
  readonly model: AppModel
  /** All of them, ordered by place. An `error` among them means that nothing may be emitted from `model`. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * An app that is checked again and again, as editors and `fw check --watch` do. `close` it: it keeps the app's types
 * in memory.
 */
export interface Checker {
  /** With `outputs: false` those that are not known yet are left `pending`, and what is wrong with them is not said. */
  check(options?: { readonly outputs?: boolean }): Promise<CheckResult>
  /** These files changed, came or went; paths absolute or relative to the root. */
  invalidate(files: readonly string[]): void
  /** `text` stands for the content of `file`, saved or not, until the file is invalidated. */
  edit(file: string, text: string): void
  /** The text of a file as the checker sees it; undefined when there is none. */
  textOf(file: string): string | undefined
  /** Leaves what was analysed in `.fw/cache`, for the next process. */
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

/** What an earlier run has left in `.fw/cache` about the app; undefined when something has changed since. */
export function readChecked(options: AnalyzeOptions): CheckResult | undefined {
  return readResult(appRoot(options), options.config)
}

/**
 * Checks an app again and again, reading anew only what an edit touched. What an earlier run has left in `.fw/cache` is
 * taken as far as it still holds.
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
      // Before anything is read, so that a file that changes meanwhile makes it another.
      const key = outputs ? appKey(root, options.config, hashes) : ''
      const facts = await analysis.facts({ outputs })
      const result = { model: facts.model, diagnostics: diagnose(facts, analysis.textOf) }
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
  return resolve(root).replaceAll('\\', '/')
}

/** What `deriveContract` makes of a type: its JSON Schema (2020-12), a check and a validator. */
export interface DerivedContract {
  /** Of the wire form. Refuses everything when an `error` stands among the diagnostics. */
  readonly schema: JsonSchema
  /** Whether a wire value (parsed JSON, a `Date` its string) fits. False for all of them when there is an error. */
  is(value: unknown): boolean
  /** `value` is what `run` would see: fresh objects, defaults filled in, a `Date` for its string. Never throws. */
  validate(value: unknown): Validated
  /** With an `error` among them there is no contract. */
  readonly diagnostics: readonly Diagnostic[]
  /** Schema and validator are made from it. Not to be used when there is an error. */
  readonly tree: TypeTree
}

/** What a validator answers: the value as `run` would see it, or what is wrong with it and where. It never throws. */
export type Validated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] }

/**
 * The contract of one type of a file, exported or not, as if it were an api's input. Programs are kept between calls;
 * files that changed are read again. Throws a `DeriveError` when there is no such file, tsconfig or type; whatever else
 * is wrong is a diagnostic.
 */
export function deriveContract(options: TypeOptions): DerivedContract {
  const { tree, facts, textOf, root, file } = analyzeType(options)
  const diagnostics = diagnose(factsOfType(root, file, facts), textOf)
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

/** What stands for a contract that cannot be: nothing gets through. */
function createRefusingContract(fault: Diagnostic): Pick<DerivedContract, 'schema' | 'is' | 'validate'> {
  const message = `has no contract: ${fault.message}`
  return { schema: { not: {} }, is: () => false, validate: () => ({ ok: false, issues: [{ path: '', message }] }) }
}

function factsOfType(root: string, file: string, contracts: readonly ContractFact[]): AppFacts {
  return {
    ...NO_FACTS,
    model: { root, config: {}, modules: [], routes: [], components: [], files: {} },
    apiFiles: [{ file, module: 'contract', exports: [], contracts, fields: [], definitions: [], syntax: [] }],
  }
}

type TextOf = Analysis['textOf']

// An editor leaves failed imports to TypeScript, so that the rule is in no list of all.
const runRules = createRunner([...RULES, unresolvedImport])

function diagnose(facts: AppFacts, textOf: TextOf): Diagnostic[] {
  return runRules(facts, (diagnostic) => withFrame(diagnostic, textOf))
}

function withFrame(diagnostic: Diagnostic, textOf: TextOf): Diagnostic {
  const text = diagnostic.span && textOf(diagnostic.span.file)
  if (diagnostic.span === undefined || text === undefined) return diagnostic
  return { ...diagnostic, frame: codeFrame(text, diagnostic.span) }
}
