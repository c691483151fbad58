/**
 * Questions that a server asks during a call, and to which no user can respond: they are declined. The model reads the
 * question, so it can ask the user or show the link. No link is opened.
 */
import { withoutHidden } from '#contract/agent/hidden-text.ts'
import { isRecord, toFields } from '#contract/is-object.ts'

/** A declined question as the model reads it. All strings are untrusted content. */
interface DeclinedQuestion {
  readonly question: string
  /** The fields of the form, with their titles or descriptions. */
  readonly fields?: Readonly<Record<string, string>>
  /** The page that the user should open. */
  readonly url?: string
}

/** Questions of one call. */
export type QuestionLog = DeclinedQuestion[]

/** Characters of a question, and of a field of a form. */
const MAX_QUESTION = 1_000
const MAX_FIELD = 200
const MAX_FIELDS = 20
const MAX_QUESTIONS = 8
const MAX_URL = 2_000

/** Adds a declined question to the log of its call. */
export function addQuestion(log: QuestionLog, params: unknown): void {
  if (log.length < MAX_QUESTIONS) log.push(describeQuestion(toFields(params)))
}

function describeQuestion({ message, requestedSchema, url }: Readonly<Record<string, unknown>>): DeclinedQuestion {
  const question = cut(message, MAX_QUESTION)
  if (typeof url === 'string') return isPage(url) ? { question, url } : { question }
  const { properties } = toFields(requestedSchema)
  const fields = Object.entries(toFields(properties)).slice(0, MAX_FIELDS)
  const shown = fields.map(([name, field]) => {
    const { title, description, type } = toFields(field)
    return [cut(name, MAX_FIELD), cut(description ?? title ?? type, MAX_FIELD)] as const
  })
  return { question, ...(shown.length > 0 && { fields: Object.fromEntries(shown) }) }
}

/** Whether a user may be shown the link. */
function isPage(url: string): boolean {
  return url.length <= MAX_URL && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}

function cut(text: unknown, most: number): string {
  const visible = withoutHidden(typeof text === 'string' ? text : '')
  return visible.length <= most ? visible : `${visible.slice(0, most)}…`
}

/** Adds the questions of a call to its result. */
export function withQuestions(value: unknown, log: QuestionLog): unknown {
  return log.length === 0 ? value : { result: value, declined: log, note: NOTE }
}

const NOTE =
  'The server asked the user these questions during the call, and they were declined: a user can only answer in the conversation. Ask the user, or show the link with its host, and call the tool again if the answer changes anything.'

/**
 * Returns the parameters of the links that the user has to open before the call can run, from its error; `undefined` for
 * every other error.
 */
export function readRequiredLinks(error: unknown): readonly unknown[] | undefined {
  const { code, data } = toFields(error instanceof Error ? { ...error } : undefined)
  if (code !== URL_REQUIRED || !isRecord(data) || !Array.isArray(data.elicitations)) return undefined
  return data.elicitations
}

/** `URLElicitationRequiredError` of the revision 2025-11-25. */
const URL_REQUIRED = -32042
