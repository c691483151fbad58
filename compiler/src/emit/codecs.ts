/** Encoders and decoders for client stubs of an api module, for values whose wire form differs. */
import type { ApiModel, ApiModuleModel, ContractModel } from '../model.ts'
import { emitCodec } from '../validate/emit-validator.ts'
import { createModuleWriter, type ModuleWriter } from '../validate/module-writer.ts'

/** Emits `fw:codecs/<module>`: `{ encode?, decode? }` by the names of `listCodecExports`, and nothing else. */
export function emitCodecs(module: ApiModuleModel): string {
  const writer = createModuleWriter()
  const exports = module.apis.flatMap((api) => {
    const { encode, decode } = writeCodecs(writer, api)
    if (encode === undefined && decode === undefined) return []
    const members = [
      ...(encode === undefined ? [] : [`encode: ${encode}`]),
      ...(decode === undefined ? [] : [`decode: ${decode}`]),
    ]
    return [`export const ${api.exportName} = { ${members.join(', ')} }`]
  })
  return exports.length === 0 ? 'export {}\n' : `${[writer.text(), ...exports].join('\n')}\n`
}

/** Returns the exports whose stubs need a codec: the `codecs` of `emitClientStub`. */
export function listCodecExports(module: ApiModuleModel): readonly string[] {
  const writer = createModuleWriter()
  return module.apis
    .filter((api) => {
      const { encode, decode } = writeCodecs(writer, api)
      return encode !== undefined || decode !== undefined
    })
    .map((api) => api.exportName)
}

function writeCodecs(writer: ModuleWriter, api: ApiModel): { encode: string | undefined; decode: string | undefined } {
  return { encode: codec(writer, api.input, 'input'), decode: codec(writer, api.output, 'output') }
}

function codec(writer: ModuleWriter, model: ContractModel, side: 'input' | 'output'): string | undefined {
  return model.source === 'type' ? emitCodec(writer, { tree: model.tree, side }) : undefined
}
