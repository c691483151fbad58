/** A first description of a tool, from what is known of it: its name and its contract. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { ContractModel } from '../model.ts'
import { capitalized, listed, wordsOf } from './words.ts'

/** `Search orders. Takes q and limit; returns orders.` One line, without a quote or a comment's end. */
export function skeletonOf(name: string, input: ContractModel, output: ContractModel): string {
  const taken = fieldsOf(input)
  const returned = fieldsOf(output)
  const takes =
    taken.length === 0 ? (input.source === 'none' ? 'Takes no input' : 'Takes an object') : `Takes ${listed(taken)}`
  const returns = returned.length === 0 ? '' : `; returns ${listed(returned)}`
  return `${capitalized(wordsOf(name).join(' '))}. ${takes}${returns}.`
}

function fieldsOf(contract: ContractModel): readonly string[] {
  if (contract.source !== 'type') return []
  const { schema } = contract
  const root: JsonSchema =
    schema.$ref === undefined ? schema : (schema.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? schema)
  return Object.keys(root.properties ?? {}).filter((name) => /^[\w$-]+$/.test(name))
}
