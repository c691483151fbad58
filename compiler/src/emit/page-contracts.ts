/** The compiled contracts of the page tools in one file, and how a page loads them. */
import { contractName, toolsId } from '../jsx/contract-names.ts'
import type { AppModel, ContractModel, IntentModel, StoreModel } from '../model.ts'
import type { TypeTree } from '../type-tree.ts'
import { emitTake } from '../validate/emit-validator.ts'
import { createModuleWriter, type ModuleWriter } from '../validate/module-writer.ts'
import { quote } from '../validate/source-text.ts'
import { emitSide } from './contracts.ts'

/** A page tool with its contract, or the state of a store: `<alias>.`, which has no input. */
interface PageTool extends Pick<IntentModel, 'tool' | 'output'> {
  readonly input?: ContractModel
}

/** Where the modules run. */
export type Side = 'server' | 'browser'

/** Returns the tools that a file defines. `chunk` is the file's, and `storesChunk` that of the module of the stores. */
export function toolsOfChunk(
  { components, stores = [] }: Pick<AppModel, 'components' | 'stores'>,
  chunk: string,
  storesChunk: string,
): readonly PageTool[] {
  return [
    ...components.filter(({ id }) => id.startsWith(`${chunk}#`)).flatMap(({ intents }) => intents),
    ...(chunk === storesChunk ? stores.flatMap(toolsOfStore) : []),
  ]
}

function toolsOfStore({ alias, state, actions }: StoreModel): readonly PageTool[] {
  return [...(state === undefined ? [] : [{ tool: `${alias}.`, output: state }]), ...actions]
}

/**
 * Emits `fw:tools/<chunk>` for both sides: one `CompiledContract` per tool. `faults`: in development, by tool name, why a tool has no
 * contract.
 */
export function emitToolContracts(tools: readonly PageTool[], faults: ReadonlyMap<string, string> = new Map()): string {
  const writer = createModuleWriter()
  const exports = tools.map(({ tool, input, output }) => {
    const fault = faults.get(tool)
    if (fault !== undefined) return `export const ${contractName(tool)} = { fault: ${quote(fault)} }`
    const ofInput = input === undefined ? [] : emitSide(writer, getInput(input), 'input')
    const members = [...ofInput, ...emitSide(writer, output, 'output')]
    return `export const ${contractName(tool)} = { ${members.join(', ')} }`
  })
  return moduleText(writer, exports)
}

/**
 * Emits `fw:sources/<chunk>`: one `ContractSource` per tool. On the server it contains the contract; in a browser it
 * contains only what a user's own call needs, and loads the contract. The default export has all of them by name: the bundler
 * adds a helper to the page for a namespace that code reads by name.
 */
export function emitContractSources(tools: readonly PageTool[], chunk: string, side: Side): string {
  const id = quote(toolsId(chunk))
  const all = `export default {${tools.map(({ tool }) => contractName(tool)).join(', ')}}`
  if (side === 'server') {
    const lines = tools
      .map(({ tool }) => contractName(tool))
      .map((name) => `export const ${name} = { load: () => $tools.${name} }`)
    return lines.length === 0 ? `${all}\n` : `import * as $tools from ${id}\n${lines.join('\n')}\n${all}\n`
  }
  const writer = createModuleWriter()
  const exports = tools.map(({ tool, input }) => {
    const name = contractName(tool)
    const take = input && writeTake(writer, input)
    const members = [
      ...(take === undefined ? [] : [`take: ${take}`]),
      `load: () => $load().then((tools) => tools.${name})`,
    ]
    return `export const ${name} = { ${members.join(', ')} }`
  })
  return moduleText(writer, [`const $load = () => import(${id})`, ...exports, all])
}

function moduleText(writer: ModuleWriter, exports: readonly string[]): string {
  return `${[writer.text(), ...exports].join('\n').trimStart()}\n`
}

/** Input of a tool without one: the empty object. */
const NO_INPUT: TypeTree = { root: { kind: 'object', properties: [] }, defs: {} }

/** A tool without input rejects any. */
function getInput(input: ContractModel): ContractModel {
  if (input.source !== 'none') return input
  return { source: 'type', tree: NO_INPUT, schema: { type: 'object', properties: {}, additionalProperties: false } }
}

/** A user's call of a tool without input, with an argument such as a click event, isn't rejected. */
function writeTake(writer: ModuleWriter, input: ContractModel): string | undefined {
  if (input.source === 'none') return '() => ({})'
  return input.source === 'type' ? emitTake(writer, input.tree) : undefined
}
