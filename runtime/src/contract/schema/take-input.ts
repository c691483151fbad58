/**
 * Validates the input of a user's call of a page tool. A browser loads this module only after its quick check refused the
 * input.
 */
import { FwError } from '../http/error.ts'
import type { PageToolDefinition } from '../page/intent.ts'
import { checkPageCall, pageToolValidators } from '../page/page-call.ts'
import { getRequiredScopes } from '../required-scopes.ts'
import type { ContractSource } from './validation.ts'

/** A page tool, for the code that runs it. */
export interface CallableTool {
  /** `<Component>.<intent>` or `<alias>.<action>`. */
  readonly name: string
  readonly definition: PageToolDefinition
  readonly contract: ContractSource | undefined
}

/**
 * Returns the validated input for `run`. Rejects with an `FwError` for an invalid input, and for a caller without the
 * scopes of the tool. By default the caller counts as having them, because in a browser only the server knows the scopes.
 */
export async function takeInput(
  { name, definition, contract }: CallableTool,
  input: unknown,
  scopes: readonly string[] | undefined = getRequiredScopes(definition),
): Promise<unknown> {
  const { input: validator } = pageToolValidators(definition, await contract?.load())
  const given = input ?? {}
  const wire = validator?.encode === undefined ? input : validator.encode(given)
  const caller = { origin: 'human', scopes } as const
  const checked = await checkPageCall(name, definition, wire, { validator, caller })
  if (checked.ok) return checked.input
  const { code, error, issues } = checked
  throw new FwError(code, { message: `${name}: ${error}`, ...(issues && { issues }) })
}
