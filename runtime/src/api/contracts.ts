/**
 * Connects compiled contracts with their APIs. The compiler's server transform appends a call of this function to every
 * `*.api.ts`.
 */
import { toolName } from '#contract/name.ts'
import type { CompiledModuleSource, ListedContracts } from '#contract/schema/validation.ts'
import { findRecord, settleContract } from './record.ts'

/**
 * Sets the names and compiled contracts of a module's APIs. A schema in the API takes precedence over the contract. If the
 * source is a function, the first call loads the contract and waits for it. Lists of tools do so too, except if `listed`
 * provides their part of it.
 */
export function attachContracts(
  module: string,
  apis: Readonly<Record<string, unknown>>,
  source: CompiledModuleSource,
  listed?: ListedContracts,
): void {
  for (const [name, value] of Object.entries(apis)) {
    const record = findRecord(value)
    if (record === undefined) continue
    record.name = toolName(module, name)
    record.source = { module, export: name, from: source, ...(listed && { listed }) }
    record.contract = undefined
    settleContract(record)
  }
}
