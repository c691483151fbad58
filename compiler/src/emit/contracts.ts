/** The compiled contracts of an api module, and the codecs of its client stubs. */
import type { ApiModuleModel, ContractModel } from '../model.ts'
import { emitCodec, emitValidator } from '../validate/emit-validator.ts'
import { createModuleWriter, type ModuleWriter } from '../validate/module-writer.ts'
import { quote } from '../validate/source-text.ts'

/** Text of `fw:contracts/<module>`: one `CompiledContract` per api export, in source order. */
export function emitContracts(module: ApiModuleModel): string {
  const writer = createModuleWriter()
  const exports = module.apis.map((api) => {
    const members = [
      ...contract(writer, api.input, 'input'),
      ...contract(writer, api.output, 'output'),
      ...(api.description === undefined ? [] : [`description: ${quote(api.description)}`]),
    ]
    return `export const ${api.exportName} = {${members.length === 0 ? '' : `\n  ${members.join(',\n  ')},\n`}}`
  })
  return join(writer, exports)
}

/**
 * Text of `fw:codecs/<module>`: `{ encode?, decode? }` for the apis of `codecExports`. Never more than what a stub needs;
 * undefined when no api of the module has a codec.
 */
export function emitCodecs(module: ApiModuleModel): string | undefined {
  const writer = createModuleWriter()
  const exports = module.apis.flatMap((api) => {
    const encode = codec(writer, api.input, 'input')
    const decode = codec(writer, api.output, 'output')
    if (encode === undefined && decode === undefined) return []
    const members = [
      ...(encode === undefined ? [] : [`encode: ${encode}`]),
      ...(decode === undefined ? [] : [`decode: ${decode}`]),
    ]
    return [`export const ${api.exportName} = { ${members.join(', ')} }`]
  })
  return exports.length === 0 ? undefined : join(writer, exports)
}

/** Exports whose stubs take a codec: what `emitClientStub` wants as `codecs`. */
export function codecExports(module: ApiModuleModel): readonly string[] {
  const writer = createModuleWriter()
  return module.apis
    .filter((api) => codec(writer, api.input, 'input') ?? codec(writer, api.output, 'output'))
    .map((api) => api.exportName)
}

function contract(writer: ModuleWriter, model: ContractModel, side: 'input' | 'output'): string[] {
  if (model.source !== 'type') return []
  return [`${side}: ${emitValidator(writer, { tree: model.tree, schema: model.schema, side })}`]
}

function codec(writer: ModuleWriter, model: ContractModel, side: 'input' | 'output'): string | undefined {
  return model.source === 'type' ? emitCodec(writer, { tree: model.tree, side }) : undefined
}

function join(writer: ModuleWriter, exports: readonly string[]): string {
  return `${[writer.text(), ...exports].filter((part) => part !== '').join('\n')}\n`
}
