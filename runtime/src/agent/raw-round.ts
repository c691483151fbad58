/** `/_fw/llm` with tools runs one round of the model; the caller runs its tool calls. */

import type { ModelTool, ResolvedModel } from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { createFieldError } from './create-field-error.ts'
import { canSendSchema } from './providers/wire-tools.ts'

/** Providers reject longer lists themselves. */
const MAX_TOOLS = 512

/**
 * Reads the `tools` of a request: `[{ name, description, input }]`.
 *
 * @throws FwError `invalid_request` for any other value.
 */
export function readTools(value: unknown, { provider }: Pick<ResolvedModel, 'provider'>): ModelTool[] {
  if (!Array.isArray(value) || value.length > MAX_TOOLS)
    throw createFieldError('tools', `must be a list of at most ${MAX_TOOLS}`)
  return value.map((tool: unknown, index) => {
    const { name, description = '', input } = isRecord(tool) ? tool : {}
    if (typeof name !== 'string' || !/^[\w.-]{1,64}$/.test(name))
      throw createFieldError(`tools[${index}].name`, 'must be letters, digits, "_", "-" and "."')
    if (typeof description !== 'string') throw createFieldError(`tools[${index}].description`, 'must be a string')
    if (!isRecord(input) || !canSendSchema(input as JsonSchema, provider))
      throw createFieldError(`tools[${index}].input`, 'must be a JSON Schema that describes an object')
    return { name, description, input: input as JsonSchema } // the provider validates the rest of the schema
  })
}
