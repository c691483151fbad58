/** Receives the questions that a server with sessions sends while calls run, and finds the call of each. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from '@modelcontextprotocol/client'
import type { QuestionResponse } from '#contract/agent/question.ts'
import { addQuestion } from './declined-questions.ts'
import type { RunningCall } from './running-call.ts'

/** The call whose response is being read. Calls of several users may run over one connection. */
const current = new AsyncLocalStorage<RunningCall>()

/** Sends a call, whose response may contain questions. */
export function withRunningCall<Value>(call: RunningCall, work: () => Promise<Value>): Promise<Value> {
  return current.run(call, work)
}

/** Receives the questions of a server, which may ask although the client doesn't announce that it supports questions. */
export function receiveQuestions(client: Client, calls: ReadonlySet<RunningCall>): void {
  client.fallbackRequestHandler = async ({ method, params }) => {
    if (method !== 'elicitation/create')
      throw Object.assign(new Error('This client has no such method.'), { code: METHOD_NOT_FOUND })
    const own = current.getStore()
    const response = own !== undefined && calls.has(own) ? own.receive(params) : receiveUnrelated(calls, params)
    return { ...(await response) }
  }
}

/**
 * Receives a question that names no call. With several running calls it may be about the data of another user, so it is
 * declined, and its words are left out.
 */
export async function receiveUnrelated(calls: ReadonlySet<RunningCall>, params: unknown): Promise<QuestionResponse> {
  const [only] = calls
  if (calls.size === 1 && only !== undefined) return only.receive(params)
  for (const { declined } of calls) addQuestion(declined, { message: AMBIGUOUS })
  return { action: 'decline' }
}

/** Error code of JSON-RPC. */
const METHOD_NOT_FOUND = -32601

const AMBIGUOUS = 'The server asked something while several calls ran. Call the tool again to read the question.'
