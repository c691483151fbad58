/** Definition of a rule. Each is declared once, in `rules/<area>/<code>.ts`, which help, docs, editor and tests read. */
import type { AnalyzedApp } from '../analyze/analyzed-app.ts'
import type { ContractFact } from '../analyze/apis/contract-fact.ts'
import type { FileContracts } from '../analyze/contracts/analyzed-file.ts'
import type { Diagnostic, SourceSpan } from '../model.ts'

export interface Finding {
  readonly span?: SourceSpan
  readonly tools?: Diagnostic['tools']
  readonly related?: Diagnostic['related']
  readonly fixes?: Diagnostic['fixes']
}

/** The `{names}` in a message; braces around code, which contain spaces, aren't placeholders. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Holes<Rest>
  : never

/** Values of a message's named placeholders. */
type HoleValues<Text extends string> = Readonly<Record<Holes<Text>, string>>

export type Report<Messages extends Readonly<Record<string, string>>> = <Id extends keyof Messages & string>(
  id: Id,
  finding: Finding & { readonly data: HoleValues<Messages[Id]> },
) => void

export interface RuleDefinition<Fact, Messages extends Readonly<Record<string, string>>> {
  /** Permanent, kebab-case: file name, docs page and URL. */
  readonly code: string
  /** Number for tsserver; unique, append-only. */
  readonly number: number
  readonly severity: Diagnostic['severity']
  /** The problem in a few words. */
  readonly title: string
  /** By id: problem and reason, then the solution, with `{named}` placeholders. Full sentences. */
  readonly messages: Messages
  /**
   * Returns facts about an app.
   *
   * @default none
   */
  collect?(app: AnalyzedApp): readonly Fact[]
  /**
   * Returns the facts that depend on one file with contracts only. They are read again only if its analysis changes.
   *
   * @default none
   */
  collectFile?(file: FileContracts): readonly Fact[]
  /** Reports problems of facts, which may come from one file, from the whole app, or from a build that failed. */
  check(facts: readonly Fact[], report: Report<Messages>): void
}

/** Its findings are without frames. */
export interface Rule<Fact = unknown> {
  readonly code: string
  readonly number: number
  readonly severity: Diagnostic['severity']
  readonly title: string
  readonly messages: Readonly<Record<string, string>>
  /** Returns the findings about an app, without those of `checkFile`. */
  checkApp(app: AnalyzedApp): readonly Diagnostic[]
  /** Returns the findings that depend on one file only. */
  checkFile(file: FileContracts): readonly Diagnostic[]
  /** Returns the findings for facts that are known already. */
  report(facts: readonly Fact[]): readonly Diagnostic[]
  /** Returns the findings about contracts; only of a rule for contracts. */
  checkContracts?(contracts: readonly ContractFact[]): readonly Diagnostic[]
}

/** Creates a rule. */
export function createRule<Fact, const Messages extends Readonly<Record<string, string>>>(
  definition: RuleDefinition<Fact, Messages>,
): Rule<Fact> {
  const { code, number, severity, title, messages } = definition
  const report = (facts: readonly Fact[]): readonly Diagnostic[] => {
    if (facts.length === 0) return []
    const found: Diagnostic[] = []
    definition.check(facts, (id, { data, span, tools, related, fixes }) => {
      const message = fill(messages[id] ?? id, data)
      const rest = {
        ...(span && { span }),
        ...(tools && { tools }),
        ...(related && { related }),
        ...(fixes && { fixes }),
      }
      found.push({ code, number, severity, title, message, ...rest })
    })
    return found
  }
  return {
    code,
    number,
    severity,
    title,
    messages,
    checkApp: (app) => report(definition.collect?.(app) ?? []),
    checkFile: (file) => report(definition.collectFile?.(file) ?? []),
    report,
  }
}

function fill(message: string, data: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (hole, name: string) => data[name] ?? hole)
}
