/** Writes the tools of an app with their inputs, for shell completion. */
import type { JsonSchema } from '@fw/runtime/contract'
import type { SchemaTool } from '../emit/schema-types.ts'
import type { AppModel, ContractModel } from '../model.ts'
import { type ListedTool, readToolList, TOOL_LIST_FILE } from './read-tool-list.ts'
import { writeGenerated } from './write-generated.ts'

/**
 * Writes the list. `tools` has the schemas of builders once the app is loaded; before that, the file's schemas are
 * kept.
 */
export async function writeToolList(model: AppModel, tools?: readonly SchemaTool[]): Promise<void> {
  const inputs = tools === undefined ? readInputs(model.root) : collectInputs(tools)
  const apis = model.modules
    .flatMap((module) => module.apis)
    .map((api) => ({ ...toListedTool(api, inputs), guard: api.guard }))
  const intents = model.components
    .flatMap((component) => component.intents)
    .map((intent) => ({ ...toListedTool(intent, inputs), ...(intent.guard && { guard: intent.guard }) }))
  const list: readonly ListedTool[] = [...apis, ...intents]
  const sorted = list
    .filter(({ guard }) => guard !== 'forbidden')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  await writeGenerated(model.root, { [TOOL_LIST_FILE]: `${JSON.stringify(sorted)}\n` })
}

type Inputs = ReadonlyMap<string, JsonSchema>

function toListedTool(
  tool: { readonly tool: string; readonly description?: string; readonly input: ContractModel },
  inputs: Inputs,
): ListedTool {
  const { tool: name, description, input: contract } = tool
  const input = getInputSchema(name, contract, inputs)
  return { name, ...(description !== undefined && { description }), ...(input && { input }) }
}

/** Returns the schema of an input: its type's, or the loaded app's. */
export function getInputSchema(name: string, contract: ContractModel, inputs: Inputs): JsonSchema | undefined {
  return contract.source === 'type' ? contract.schema : inputs.get(name)
}

function readInputs(root: string): Inputs {
  return collectInputs(readToolList(root))
}

export function collectInputs(tools: readonly Pick<ListedTool, 'name' | 'input'>[]): Inputs {
  return new Map(tools.flatMap(({ name, input }) => (input === undefined ? [] : [[name, input]])))
}
