/** A strict model for each wire format, and a small conversation to send to it. */
import { afterEach } from 'vitest'
import { streamModel } from '../../../runtime/src/agent/providers/call-provider.ts'
import { resolveModel } from '../../../runtime/src/agent/resolve-model.ts'
import type { Message } from '../../../runtime/src/contract/agent/message.ts'
import type { ModelEvent, ModelReply, ModelTool, ResolvedModel } from '../../../runtime/src/contract/agent/model.ts'
import type { JsonSchema } from '../../../runtime/src/contract/schema/json-schema.ts'
import type { ScriptedFormat, ScriptedStep } from '../../../runtime/src/testing.ts'
import { type StrictModel, strictModel } from '../../support/vendors/strict-model.ts'

export const FORMATS: readonly ScriptedFormat[] = ['anthropic', 'openai', 'openai-compatible', 'google']

const SEARCH: JsonSchema = {
  type: 'object',
  properties: { query: { type: 'string' }, limit: { type: 'integer', minimum: 1 } },
  required: ['query'],
  additionalProperties: false,
}
export const TOOLS: readonly ModelTool[] = [
  { name: 'api.shop.search', description: 'Finds products.', input: SEARCH },
  { name: 'AddToCart.add', description: 'Adds a line.', input: { type: 'object', properties: {} } },
]
export const ASK: readonly Message[] = [{ role: 'user', content: 'Green tea?' }]

export const open: StrictModel[] = []
/** Called by each file that uses this one: files share modules, and hooks belong to the file that registers them. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const model of open.splice(0)) await model.close()
  })
}

/** A model that plays `steps` in this format; closed after the test. */
export async function serve(format: ScriptedFormat, ...steps: ScriptedStep[]): Promise<[ResolvedModel, StrictModel]> {
  const scripted = await strictModel(steps)
  open.push(scripted)
  const model = resolveModel(undefined, scripted.env(format))
  if (model === undefined) throw new Error('no model')
  return [model, scripted]
}

/** Everything that a streamed round brings. */
export async function streamed(
  model: ResolvedModel,
  more: object = {},
): Promise<{ events: ModelEvent[]; reply: ModelReply }> {
  const events: ModelEvent[] = []
  const listener = { hear: (event: ModelEvent) => void events.push(event), pause: () => undefined }
  const asked = { model, system: 'Be brief.', messages: ASK, tools: TOOLS, ...more }
  return { events, reply: await streamModel(asked, listener) }
}
