/** What the client stubs of an api module need to send and receive values whose wire form differs. */
import type { ApiModel, ApiModuleModel, ContractModel } from '../model.ts'
import { emitCodec } from '../validate/emit-validator.ts'
import { createModuleWriter, type ModuleWriter } from '../validate/module-writer.ts'

/** Text of `fw:codecs/<module>`: `{ encode?, decode? }` by the names of `listCodecExports`, and nothing else. */
export function emitCodecs(module: ApiModuleModel): string {
  const writer = createModuleWriter('@fw/runtime/client')
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

/** Exports whose stubs take a codec: what `emitClientStub` wants as `codecs`. */
export function listCodecExports(module: ApiModuleModel): readonly string[] {
  const writer = createModuleWriter('@fw/runtime/client')
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
