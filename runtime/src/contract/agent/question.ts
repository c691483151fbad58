/**
 * Questions that the server of a remote tool asks the user while its tool runs (elicitation of MCP). The server writes all
 * strings, so they are untrusted content.
 */

export type ServerQuestion = FormQuestion | LinkQuestion

interface QuestionParts {
  /** Name that the server has chosen, which its response has too. */
  readonly name: string
  readonly message: string
}

interface FormQuestion extends QuestionParts {
  readonly kind: 'form'
  readonly fields: readonly QuestionField[]
}

interface LinkQuestion extends QuestionParts {
  readonly kind: 'link'
  /** The page that the user should open. It is never opened automatically. */
  readonly url: string
}

export type QuestionField = TextField | NumberField | BooleanField | ChoiceField | ChoicesField

interface FieldParts {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly isRequired: boolean
  /** The field seems to ask for a password or another secret. */
  readonly isSecret?: true
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time'

interface TextField extends FieldParts {
  readonly kind: 'text'
  readonly format?: TextFormat
  readonly minLength?: number
  readonly maxLength?: number
  readonly default?: string
}

interface NumberField extends FieldParts {
  readonly kind: 'number'
  readonly isInteger: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

interface BooleanField extends FieldParts {
  readonly kind: 'boolean'
  readonly default?: boolean
}

export interface ChoiceOption {
  readonly value: string
  /** Absent if the value itself is shown. */
  readonly title?: string
}

/** One of several values. */
interface ChoiceField extends FieldParts {
  readonly kind: 'choice'
  readonly options: readonly ChoiceOption[]
  readonly default?: string
}

/** Any number of several values. */
interface ChoicesField extends FieldParts {
  readonly kind: 'choices'
  readonly options: readonly ChoiceOption[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: readonly string[]
}

export type FieldValue = string | number | boolean | readonly string[]

/** The values of a form, by the names of its fields. */
export type FormContent = Readonly<Record<string, FieldValue>>

/** The response to a question, as MCP defines it. */
export interface QuestionResponse {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: FormContent
}

/** The responses to the questions of a call, by their names. */
export type QuestionResponses = Readonly<Record<string, QuestionResponse>>

/** Questions that a call waits for. */
export interface CallQuestions {
  /** URL of the server, without parts that may be secret. */
  readonly server: string
  readonly questions: readonly ServerQuestion[]
}

/** Questions of a server, and the data with which the call goes on. */
export interface RemoteQuestions extends CallQuestions {
  readonly resume: RemoteResume
  /** Time in milliseconds for which the call waits. Absent: as long as a call that needs approval. */
  readonly ttlMs?: number
}

/**
 * How a call goes on: `input` sends it again with the responses and the state of the server, `repeat` sends it again
 * as it was, once the user has opened the links. A `held` call waits in a process of the app.
 */
export type RemoteResume =
  | { readonly kind: 'input'; readonly requestState?: string }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'held'; readonly key: string }
