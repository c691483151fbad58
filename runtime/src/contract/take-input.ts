/** The input of a person's call of a page's tool. A browser loads this when its first, quick check has refused. */
import { FwError } from './error.ts'
import type { PageToolDefinition } from './intent.ts'
import { checkPageCall, pageToolValidators } from './page-call.ts'
import type { ContractSource } from './validation.ts'

/** A tool of a page, as those who run it have it. */
export interface CallableTool {
  /** `<Component>.<intent>` or `<alias>.<action>`. */
  readonly name: string
  readonly definition: PageToolDefinition
  readonly contract: ContractSource | undefined
}

/**
 * What `run` gets for it. Rejects with an `FwError` for an input that does not fit, and for a caller without the scopes of
 * the tool: in a browser, where only the server knows them, nobody is.
 */
export async function takeInput(
  { name, definition, contract }: CallableTool,
  input: unknown,
  scopes: readonly string[] | undefined = definition.scopes,
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
