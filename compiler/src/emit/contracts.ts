/** The compiled contracts of an api module. */
import type { JsonSchema, ListedContract, TypedSchemas } from '@fw/runtime/contract'
import type { ApiModel, ApiModuleModel, ContractModel } from '../model.ts'
import { hashContract } from '../schema/hash-contract.ts'
import { toFormSchema, toTypedSchema } from '../schema/json-schema.ts'
import { emitValidator } from '../validate/emit-validator.ts'
import { createModuleWriter, type ModuleWriter } from '../validate/module-writer.ts'
import { quote } from '../validate/source-text.ts'

/**
 * Emits `fw:contracts/<module>`: one `CompiledContract` per api export, in source order.
 */
export function emitContracts(
  module: ApiModuleModel,
  { faults = NO_FAULTS, isListed = false }: ContractEmission = {},
): string {
  const writer = createModuleWriter()
  const exports = module.apis.map((api) => {
    const types = isListed ? undefined : getTypes(api)
    const fault = faults.get(api.tool)
    if (fault !== undefined) return `export const ${api.exportName} = { fault: ${quote(fault)} }`
    const hash = hashContract(api)
    const members = [
      ...(hash === undefined ? [] : [`hash: ${quote(hash)}`]),
      ...emitSide(writer, api.input, 'input', api.input.source === 'type' ? toFormSchema(api.input.tree) : undefined),
      ...emitSide(writer, api.output, 'output'),
      ...(api.description === undefined ? [] : [`description: ${quote(api.description)}`]),
      ...(types === undefined ? [] : [`types: ${JSON.stringify(types)}`]),
    ]
    return `export const ${api.exportName} = {${members.length === 0 ? '' : `\n  ${members.join(',\n  ')},\n`}}`
  })
  return `${[writer.text(), ...exports].join('\n').trimStart()}\n`
}

interface ContractEmission {
  /** In development: why tools have no contract, by their names. */
  readonly faults?: ReadonlyMap<string, string>
  /** `fw:listed` has the types of this module. */
  readonly isListed?: boolean
}

const NO_FAULTS: ReadonlyMap<string, string> = new Map()

function getTypes({ input, output }: ApiModel): TypedSchemas | undefined {
  const types: TypedSchemas = {
    ...(input.source === 'type' && input.typed && { input: toTypedSchema(input.typed, 'input') }),
    ...(output.source === 'type' && output.typed && { output: toTypedSchema(output.typed, 'output') }),
  }
  return Object.keys(types).length === 0 ? undefined : types
}

/**
 * Whether lists of tools can describe a module's apis without its contracts: schemas in the source are known, and
 * checked, only when the module runs.
 */
export function isListed({ apis }: ApiModuleModel): boolean {
  return apis.every(({ input, output }) =>
    [input, output].every(({ source }) => source === 'type' || source === 'none'),
  )
}

/** Emits `fw:listed`: the parts of these modules' contracts for lists of tools. As JSON it is parsed when it is needed. */
export function emitListedContracts(modules: readonly ApiModuleModel[]): string {
  const entries = modules.filter(isListed).flatMap(({ apis }) =>
    apis.map((api): [string, ListedContract] => {
      const { tool, input, output, description } = api
      const types = getTypes(api)
      return [
        tool,
        {
          ...(input.source === 'type' && { input: input.schema }),
          ...(output.source === 'type' && { output: output.schema }),
          ...(description !== undefined && { description }),
          ...(types && { types }),
        },
      ]
    }),
  )
  return `export const listed = JSON.parse(${quote(JSON.stringify(Object.fromEntries(entries)))})\n`
}

/** Returns the member of a compiled contract for one side; none without a type. */
export function emitSide(
  writer: ModuleWriter,
  model: ContractModel,
  side: 'input' | 'output',
  formSchema?: JsonSchema,
): string[] {
  if (model.source !== 'type') return []
  return [`${side}: ${emitValidator(writer, { tree: model.tree, schema: model.schema, side, formSchema })}`]
}
