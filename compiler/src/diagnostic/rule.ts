/** What a rule is. Each is declared once, in `rules/<code>.ts`; help, docs, editor and tests read that. */
import type { Diagnostic, SourceSpan } from '../model.ts'
import type { AppFacts } from './facts.ts'

export interface Finding {
  readonly span?: SourceSpan
  readonly tools?: Diagnostic['tools']
  readonly related?: Diagnostic['related']
  readonly fixes?: Diagnostic['fixes']
}

/** The `{names}` in a message; braces around code, which holds spaces, are no hole. */
type Holes<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${string} ${string}` ? never : Name) | Holes<Rest>
  : never

/** The values of a message's named holes. */
export type HoleValues<Text extends string> = Readonly<Record<Holes<Text>, string>>

export type Report<Messages extends Readonly<Record<string, string>>> = <Id extends keyof Messages & string>(
  id: Id,
  finding: Finding & { readonly data: HoleValues<Messages[Id]> },
) => void

export interface RuleDefinition<Messages extends Readonly<Record<string, string>>> {
  /** Permanent, kebab-case: file name, docs page and URL. */
  readonly code: string
  /** For tsserver; unique, append-only. */
  readonly number: number
  readonly severity: Diagnostic['severity']
  /** What happened, in a few words. */
  readonly title: string
  /** By id: what and why, then what to do, with `{named}` holes. Full sentences. */
  readonly messages: Messages
  /** What it says of an api module depends on that module alone, and on nothing else of the app. Default false. */
  readonly eachModule?: true
  check(facts: AppFacts, report: Report<Messages>): void
}

export interface Rule {
  readonly code: string
  readonly number: number
  readonly severity: Diagnostic['severity']
  readonly title: string
  readonly messages: Readonly<Record<string, string>>
  readonly eachModule: boolean
  /** All findings, without frames. */
  run(facts: AppFacts): Diagnostic[]
}

export function createRule<const Messages extends Readonly<Record<string, string>>>(
  definition: RuleDefinition<Messages>,
): Rule {
  const { code, number, severity, title, messages, eachModule = false } = definition
  return {
    code,
    number,
    severity,
    title,
    messages,
    eachModule,
    run(facts) {
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
    },
  }
}

function fill(message: string, data: Readonly<Record<string, string>>): string {
  return message.replace(/\{(\w+)\}/g, (hole, name: string) => data[name] ?? hole)
}
