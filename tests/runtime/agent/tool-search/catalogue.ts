/** 300 tools of a business application, and 300 requests, each with the tool that it needs. */
import { readFileSync } from 'node:fs'
import type { ModelTool } from '../../../../runtime/src/contract/agent/model.ts'

function readRows(file: string): readonly (readonly string[])[] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' | '))
}

/** Names are full names, such as `api.orders.list`. */
export const CATALOGUE: readonly ModelTool[] = readRows('catalogue.txt').map(
  ([name = '', description = '', members = '']) => ({
    name: `api.${name}`,
    description,
    input: {
      type: 'object',
      properties: Object.fromEntries(members.split(', ').map((member) => [member, { type: 'string' as const }])),
      required: members.split(', '),
      additionalProperties: false,
    },
  }),
)

interface Question {
  readonly words: string
  /** Full name of the tool that it needs. */
  readonly tool: string
}

function readQuestions(file: string): readonly Question[] {
  return readRows(file).map(([words = '', tool = '']) => ({ words, tool: `api.${tool}` }))
}

/** The questions that tuned the search. */
export const TUNING = readQuestions('questions.txt')

/** The questions on which the search was never tuned. */
export const HELD_OUT = readQuestions('held-out.txt')

/** Queries that a model wrote for requests of people. The search was never tuned on them either. */
export const MODEL_QUERIES = readQuestions('model-queries.txt')
