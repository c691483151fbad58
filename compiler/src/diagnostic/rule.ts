/** Definition of a rule. Each is declared once, in `rules/<code>.ts`, which help, docs, editor and tests read. */
import type { Diagnostic, SourceSpan } from '../model.ts'
import type { AppFacts } from './facts.ts'

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

type Report<Messages extends Readonly<Record<string, string>>> = <Id extends keyof Messages & string>(
  id: Id,
  finding: Finding & { readonly data: HoleValues<Messages[Id]> },
) => void

interface RuleDefinition<Messages extends Readonly<Record<string, string>>> {
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
   * Whether findings about an api module depend only on that module.
   *
   * @default false
   */
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
  /** Returns all findings, without frames. */
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
