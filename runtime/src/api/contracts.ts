/** Where compiled contracts meet their apis: what the compiler's server transform appends to every `*.api.ts` calls this. */
import { toolName } from '#contract/name.ts'
import type { CompiledModuleSource } from '#contract/validation.ts'
import { findRecord, settleContract } from './record.ts'

/**
 * Gives the apis of one module their names and compiled contracts. A builder written in the api wins over the contract.
 * With a function as source (development) the contract is fetched by the first call or listing, which waits for it.
 */
export function attachContracts(
  module: string,
  apis: Readonly<Record<string, unknown>>,
  source: CompiledModuleSource,
): void {
  for (const [name, value] of Object.entries(apis)) {
    const record = findRecord(value)
    if (record === undefined) continue
    record.name = toolName(module, name)
    record.source = { module, export: name, from: source }
    record.contract = undefined
    settleContract(record)
  }
}
