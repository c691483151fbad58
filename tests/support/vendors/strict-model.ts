/** A scripted model that refuses what the vendors refuse, in their words and forms. */

import { openScriptedModel } from '../../../runtime/src/testing/scripted-model.ts'
import type { ScriptedFailure, ScriptedModel, ScriptedRequest, ScriptedStep } from '../../../runtime/src/testing.ts'
import { ANTHROPIC_CHECKS, writePrefix } from './anthropic.ts'
import { GEMINI_CHECKS } from './gemini.ts'
import { CHAT_CHECKS } from './openai-chat.ts'
import { COMPATIBLE_CHECKS } from './openai-compatible.ts'
import { RESPONSES_CHECKS } from './openai-responses.ts'
import { type Refusal, type RuleCheck, toList, type VendorRequest } from './refusal.ts'
import type { Vendor } from './rule-rows.ts'
import { RULES, type RuleId } from './rules.ts'

const CHECKS: Readonly<Record<RuleId, RuleCheck>> = {
  ...ANTHROPIC_CHECKS,
  ...RESPONSES_CHECKS,
  ...CHAT_CHECKS,
  ...COMPATIBLE_CHECKS,
  ...GEMINI_CHECKS,
}

export interface StrictModel extends ScriptedModel {
  /** Rules that requests have broken, in order. */
  readonly broken: readonly RuleId[]
}

/**
 * Starts a scripted model whose requests have to keep the rules of their vendor. A refused request uses no step. Chat
 * Completions below `/api.openai.com/` have the rules of OpenAI, others those of compatible servers. Each reply has signed
 * reasoning, unless its step has `reasoning: ''`.
 */
export async function strictModel(steps: readonly ScriptedStep[] = []): Promise<StrictModel> {
  const broken: RuleId[] = []
  const model = await openScriptedModel(steps, {
    inspect(request, path) {
      const found = findBroken({ ...request, path, accepted }, getVendor(request, path))
      if (found === undefined) {
        accepted.add(writePrefix(request.body, toList(request.body.messages).length))
        return undefined
      }
      broken.push(found.id)
      return writeRefusal(found.refusal, request)
    },
    complete: ({ reasoning = 'The question needs a thought.', ...step }) =>
      // A step that breaks off breaks off in its text.
      reasoning === '' || step.hang || step.reset || step.streamError ? step : { reasoning, ...step },
  })
  // `left` is read at each access.
  return Object.defineProperties({ broken } as unknown as StrictModel, Object.getOwnPropertyDescriptors(model))
}

/** Of the requests to all models of this process: a conversation may continue with another one. */
const accepted = new Set<string>()

/** Returns the first rule of a vendor that a request breaks. */
export function findBroken(
  request: VendorRequest,
  vendor: Vendor,
): { readonly id: RuleId; readonly refusal: Refusal } | undefined {
  for (const { id } of RULES) {
    if (!id.startsWith(`${vendor}/`)) continue
    const refusal = CHECKS[id](request)
    if (refusal !== undefined) return { id, refusal: typeof refusal === 'string' ? { message: refusal } : refusal }
  }
  return undefined
}

function getVendor({ format }: ScriptedRequest, path: string): Vendor {
  if (format === 'google') return 'gemini'
  if (format === 'openai') return 'openai-responses'
  if (format === 'anthropic') return 'anthropic'
  return path.startsWith('/api.openai.com/') ? 'openai-chat' : 'openai-compatible'
}

const STATUSES: Readonly<Record<number, string>> = { 400: 'INVALID_ARGUMENT', 403: 'PERMISSION_DENIED' }

function writeRefusal(refusal: Refusal, { format }: ScriptedRequest): ScriptedFailure {
  const { message, status = 400, type = 'invalid_request_error', param = null, code = null } = refusal
  const request_id = 'req_refused'
  const body =
    format === 'anthropic'
      ? { type: 'error', error: { type, message }, request_id }
      : format === 'google'
        ? { error: { code: status, message, status: STATUSES[status] } }
        : { error: { message, type, param, code } }
  const headers = { 'content-type': 'application/json', 'request-id': request_id, 'x-request-id': request_id }
  return { status, headers, body: JSON.stringify(body) }
}
