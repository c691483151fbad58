/** Writes the tools of an app with their inputs, for shell completion. */
import { getKnownSchema } from '../emit/tool-types.ts'
import type { AppModel, ContractModel } from '../model.ts'
import { type ListedTool, TOOL_LIST_FILE } from './read-tool-list.ts'
import { writeGenerated } from './write-generated.ts'

/** Writes the list. The inputs of builders have the schemas of their TypeScript types: no code of the app runs. */
export async function writeToolList(model: AppModel): Promise<void> {
  const apis = model.modules.flatMap((module) => module.apis).map((api) => ({ ...toListedTool(api), guard: api.guard }))
  const intents = model.components
    .flatMap((component) => component.intents)
    .map((intent) => ({ ...toListedTool(intent), ...(intent.guard && { guard: intent.guard }) }))
  const list: readonly ListedTool[] = [...apis, ...intents]
  const sorted = list
    .filter(({ guard }) => guard !== 'forbidden')
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  await writeGenerated(model.root, { [TOOL_LIST_FILE]: `${JSON.stringify(sorted)}\n` })
}

function toListedTool(tool: {
  readonly tool: string
  readonly description?: string
  readonly input: ContractModel
}): ListedTool {
  const { tool: name, description, input: contract } = tool
  const input = getKnownSchema(contract)
  return { name, ...(description !== undefined && { description }), ...(input && { input }) }
}
