/**
 * Questions that a server asks during a call, and to which no user can respond: they are declined. The model reads the
 * question, so it can ask the user or show the link. No link is opened.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '@modelcontextprotocol/client'
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

/** The log of the call whose response is being read. Calls of several users run over one connection. */
const current = new AsyncLocalStorage<QuestionLog>()

/** Runs a call, whose response may contain questions. */
export function withQuestionLog<Value>(log: QuestionLog, work: () => Promise<Value>): Promise<Value> {
  return current.run(log, work)
}

/**
 * Declines the questions of a server with sessions, and adds each to the log of its call. A server may ask although the
 * client doesn't announce that it supports questions.
 */
export function declineQuestions(client: Client, logs: ReadonlySet<QuestionLog>): void {
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method !== 'elicitation/create')
      throw Object.assign(new Error('This client has no such method.'), { code: METHOD_NOT_FOUND })
    const own = current.getStore()
    if (own !== undefined && logs.has(own)) addQuestion(own, params)
    else addUnrelated(logs, params)
    return { action: 'decline' }
  }
}

/**
 * Adds a question that names no call. With several running calls it may be about the data of another user, so that its words
 * are left out.
 */
export function addUnrelated(logs: ReadonlySet<QuestionLog>, params: unknown): void {
  for (const log of logs) addQuestion(log, logs.size === 1 ? params : { message: AMBIGUOUS })
}

/** Error code of JSON-RPC. */
const METHOD_NOT_FOUND = -32601

const AMBIGUOUS = 'The server asked something while several calls ran. Call the tool again to read the question.'

/** Adds a declined question to the log of its call. */
export function addQuestion(log: QuestionLog, params: unknown): void {
  if (log.length < MAX_QUESTIONS) log.push(readQuestion(toFields(params)))
}

function readQuestion({ message, requestedSchema, url }: Readonly<Record<string, unknown>>): DeclinedQuestion {
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
