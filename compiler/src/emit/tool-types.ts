/** Emits the types of apis with builders or Standard Schemas, from the TypeScript types of these schemas. */
import type { AppModel, ContractModel } from '../model.ts'
import type { SchemaTool } from './schema-types.ts'

/** Returns the text of `.fw/types/tools.d.ts`, or `undefined` if the app has no such apis. */
export async function emitToolTypes({ modules }: AppModel): Promise<string | undefined> {
  const tools = modules
    .flatMap(({ apis }) => apis)
    .filter(({ input, output }) => input.source === 'schema' || output.source === 'schema')
    .map(
      ({ tool: name, description, input, output }): SchemaTool => ({
        name,
        ...(description !== undefined && { description }),
        ...toSide('input', input),
        ...toSide('output', output),
      }),
    )
  if (tools.length === 0) return undefined
  // Most apps have no such apis, and the generator takes a while to load.
  const { emitSchemaTypes } = await import('./schema-types.ts')
  return emitSchemaTypes(tools)
}

/** A schema of an unknown type accepts any value, as far as its callers know. */
function toSide(side: 'input' | 'output', contract: ContractModel): Pick<SchemaTool, 'input' | 'output'> {
  const schema = getKnownSchema(contract) ?? (contract.source === 'schema' ? {} : undefined)
  return schema === undefined ? {} : { [side]: schema }
}

/** Returns the schema of a contract, as far as it is known without running the app. */
export function getKnownSchema(contract: ContractModel): SchemaTool['input'] {
  if (contract.source === 'type') return contract.schema
  return contract.source === 'schema' ? contract.declared : undefined
}
