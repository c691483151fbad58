/** One module of a generated package: its functions as calls, and their types. */
import type { TypeNode, TypeTree } from '#type-tree.ts'
import { emitCodec } from '#validate/emit-validator.ts'
import { createModuleWriter, type ModuleWriter } from '#validate/module-writer.ts'
import { literal, quote } from '#validate/source-text.ts'
import { listChildren } from '#validate/tree-facts.ts'
import { declareTools } from '../schema-types.ts'
import { canBeAddressed } from './can-be-addressed.ts'
import type { ClientContract, ClientFunction, ClientModule } from './client-function.ts'
import { NamedTypes } from './named-types.ts'
import { printDoc } from './print-type.ts'

const WRITTEN_BY = '// Written by fw export client. Do not edit: it is written again.\n'

/** Emits the JavaScript. `/* @__PURE__ *\/` lets a bundler drop the functions that an app doesn't use. */
export function emitClientModule({ module, functions }: ClientModule): string {
  const writer = createModuleWriter()
  const used = new Set(['createClientCall'])
  const exports = functions.map((one) => {
    const { api, input, route } = one
    const encode = writeCodec(writer, input, 'input')
    const decode = writeCodec(writer, one.output, 'output')
    const hasBytes = input.source === 'type' && containsBytes(input.tree)
    const isAddressed = route !== undefined && canBeAddressed(route, one.schema)
    if (hasBytes) used.add('readBlobs')
    if (isAddressed) used.add('createRoute')
    const parts = [
      ...(encode === undefined ? [] : [`encode: ${encode}`]),
      ...(decode === undefined ? [] : [`decode: ${decode}`]),
      ...(hasBytes ? ['readBlobs: $readBlobs'] : []),
      ...(isAddressed
        ? [`route: /* @__PURE__ */ $createRoute(${quote(route.method)}, ${literal(route.segments.map(omitMatcher))})`]
        : []),
    ]
    const second = parts.length === 0 ? '' : `, { ${parts.join(', ')} }`
    return `export const ${api.exportName} = /* @__PURE__ */ $createClientCall(${quote(`${module}.${api.exportName}`)}${second})`
  })
  const { helpers, body } = writer.parts()
  const imports = [...new Set([...used, ...helpers.keys()])].sort().map((name) => `${name} as $${name}`)
  const head = `import { ${imports.join(', ')} } from '../runtime.js'`
  return `${[WRITTEN_BY.trimEnd(), head, ...(body === '' ? [] : [body]), ...exports].join('\n')}\n`
}

/** The server checks the value of a matcher. */
function omitMatcher({ kind, ...rest }: { readonly kind: string; readonly value?: string; readonly name?: string }) {
  return { kind, ...(rest.value === undefined ? { name: rest.name } : { value: rest.value }) }
}

function writeCodec(writer: ModuleWriter, contract: ClientContract, side: 'input' | 'output'): string | undefined {
  return contract.source === 'type' ? emitCodec(writer, { tree: contract.tree, side }) : undefined
}

function containsBytes({ root, defs }: TypeTree): boolean {
  const isBytes = (node: TypeNode): boolean =>
    (node.kind === 'codec' && node.codec === 'bytes') || listChildren(node).some(isBytes)
  return [root, ...Object.values(defs)].some(isBytes)
}

/** Emits the declarations. */
export async function emitClientTypes({ functions }: ClientModule): Promise<string> {
  const schemas = functions.flatMap(({ api, input, output }) =>
    input.source === 'schema' || output.source === 'schema'
      ? [
          {
            name: api.tool,
            ...(input.source === 'schema' && { input: input.schema }),
            ...(output.source === 'schema' && { output: output.schema }),
          },
        ]
      : [],
  )
  // The types of schemas in the source, which have no type tree.
  const declared = schemas.length === 0 ? '' : `${await declareTools('SchemaTypes', schemas)}\n`
  const taken = [...declared.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name ?? '')
  const types = new NamedTypes(taken)
  // Results first: where a type is printed in another way in an input, the result has the shorter name.
  const outputs = functions.map((one) => printContract(types, one, 'output'))
  const inputs = functions.map((one) => printContract(types, one, 'input'))
  const calls = functions.map((one, index) => declareCall(one, inputs[index] ?? 'unknown', outputs[index] ?? 'unknown'))
  const body = [...types.list(), declared, ...calls].filter((text) => text !== '').join('\n\n')
  const imports = ['CallOptions', 'Client', 'Proposal', 'UploadBytes'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(body),
  )
  return `${WRITTEN_BY}import type { ${imports.join(', ')} } from '../runtime.js'\n\n${body.trimEnd()}\n`
}

function printContract(types: NamedTypes, { api, route, ...sides }: ClientFunction, side: 'input' | 'output'): string {
  const contract = sides[side]
  if (side === 'output' && route?.status === 204) return 'void'
  if (contract.source === 'schema') return `SchemaTypes[${quote(api.tool)}]['${side}']`
  if (contract.source === 'none') return side === 'input' ? 'Record<string, never>' : 'unknown'
  const name = api.exportName.charAt(0).toUpperCase() + api.exportName.slice(1)
  return types.print(contract.typed ?? contract.tree, side, `${name}${side === 'input' ? 'Input' : 'Output'}`)
}

function declareCall(one: ClientFunction, input: string, output: string): string {
  const { api, canWait } = one
  const result = canWait ? `${output} | Proposal<${output}>` : output
  const optional = isOptional(one) ? '?' : ''
  return `${printDoc(describeCall(one))}export declare function ${api.exportName}(client: Client, input${optional}: ${input}, options?: CallOptions): Promise<${result}>`
}

function isOptional({ input, schema }: ClientFunction): boolean {
  if (input.source === 'none') return true
  const { type, required = [], anyOf, oneOf, allOf, $ref } = schema
  return type === 'object' && required.length === 0 && [anyOf, oneOf, allOf, $ref].every((one) => one === undefined)
}

function describeCall({ api, access }: ClientFunction): readonly string[] {
  const { guard, effect, scopes } = api
  const notes = [
    access === 'user' && 'Only signed-in users may call it.',
    access === 'by-app' && 'The app decides about each caller.',
    scopes.length > 0 && `Needs the ${scopes.length === 1 ? 'scope' : 'scopes'} ${scopes.join(', ')}.`,
    guard === 'confirm' && "An agent's call waits until a user has approved it.",
    guard === 'function' && "An agent's call may wait until a user has approved it.",
    guard === 'forbidden' && 'Agents may not call it.',
    guard === 'auto' &&
      effect !== undefined &&
      'If untrusted content has influenced an agent, its call waits until a user has approved it.',
  ].filter((note) => note !== false)
  const text = (api.description ?? api.title ?? '').split('\n')
  const lines = text.length === 1 && text[0] === '' ? [] : text
  return notes.length === 0 || lines.length === 0 ? [...lines, ...notes] : [...lines, '', ...notes]
}
