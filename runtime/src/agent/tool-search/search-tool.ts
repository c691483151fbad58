/** The search of deferred tools: the tool with which a model searches, its results, and the tools that they name. */
import type { Message } from '#contract/agent/message.ts'
import type { ModelTool } from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'
import { wireName } from '#contract/name.ts'
import { tryParseJson } from '#contract/try-parse-json.ts'
import { SEARCH_TOOLS } from './plan-tools.ts'
import { rankTools } from './rank-tools.ts'

export const SEARCH_TOOL: ModelTool = {
  name: SEARCH_TOOLS,
  description:
    'Finds further tools of this application. Search before you reply that something is not possible. You can call the found tools afterwards.',
  input: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'The action and the thing that it concerns in plain words, such as "refund a payment".',
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
}

/** Tools that one search finds. */
const MOST_FOUND = 5

/** Characters of a query that are read. */
const MAX_QUERY = 500

/** Runs a search. Returns the result as the model reads it, or `undefined` for an input without a query. */
export function searchTools(deferred: readonly ModelTool[], input: unknown): string | undefined {
  const query = isRecord(input) ? input.query : undefined
  if (typeof query !== 'string') return undefined
  return writeResult(rankTools(deferred, query.slice(0, MAX_QUERY), MOST_FOUND))
}

function writeResult(found: readonly ModelTool[]): string {
  return JSON.stringify({ tools: found.map(({ name }) => wireName(name)) })
}

/** Returns the tools that a result of a search names. A client may have written it, so other names are ignored. */
export function readResult(content: string, deferred: readonly ModelTool[]): readonly ModelTool[] {
  const result = tryParseJson(content)
  const names = new Set(isRecord(result) && Array.isArray(result.tools) ? result.tools : [])
  return deferred.filter(({ name }) => names.has(wireName(name)))
}

/** Returns the ids of the calls that search. */
export function listSearchIds(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ toolCalls = [] }) => toolCalls.filter(({ name }) => name === SEARCH_TOOLS).map(({ id }) => id)),
  )
}

/** A conversation, with the tools that its searches have found. */
interface SearchedMessages {
  /** The messages. A result of a search contains the names of existing tools, and nothing else. */
  readonly messages: readonly Message[]
  /** The found tools, each once, in the order in which they were found. */
  readonly found: readonly ModelTool[]
}

/** Finds the tools that the model has found or called so far. The conversation is the only record of them. */
export function readSearches(messages: readonly Message[], deferred: readonly ModelTool[]): SearchedMessages {
  const ids = listSearchIds(messages)
  const found = new Set<ModelTool>()
  const shown = messages.map((message) => {
    for (const { name } of message.toolCalls ?? []) for (const tool of deferred) if (tool.name === name) found.add(tool)
    if (message.role !== 'tool' || !ids.has(message.toolCallId ?? '')) return message
    const tools = readResult(message.content, deferred)
    for (const tool of tools) found.add(tool)
    return { ...message, content: writeResult(tools) }
  })
  return { messages: shown, found: [...found] }
}
