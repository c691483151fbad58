/** Types of apis whose schemas are values in the app's code: they are known once the app is loaded. */
import type { SchemaTool } from '../emit/schema-types.ts'
import type { ApiModel, AppModel } from '../model.ts'
import { writeEvalSchema } from './eval-schema.ts'
import { writeToolList } from './tool-list.ts'
import { writeGenerated } from './write-generated.ts'

/** Path of the types, relative to the app root. */
export const TOOL_TYPES_FILE = '.fw/types/tools.d.ts'

/** Returns the apis whose input or output is a builder or a Standard Schema. */
export function builderApis(model: AppModel): readonly ApiModel[] {
  return model.modules.flatMap(({ apis }) =>
    apis.filter(({ input, output }) => input.source === 'schema' || output.source === 'schema'),
  )
}

/** Writes the types of these apis; `tools` are all tools of the app. Writes nothing for an app without builders. */
export async function writeBuilderTypes(model: AppModel, tools: readonly SchemaTool[]): Promise<void> {
  const apis = new Map(builderApis(model).map((api) => [api.tool, api]))
  const written = tools.filter(({ name }) => apis.has(name))
  if (written.length === 0) return
  await writeEvalSchema(model, tools)
  await writeToolList(model, tools)
  const { emitSchemaTypes } = await import('../emit/schema-types.ts')
  await writeGenerated(model.root, { [TOOL_TYPES_FILE]: await emitSchemaTypes(written) })
}

/** The part of a server that these types need. */
interface ToolSource {
  readonly apiTools: readonly SchemaTool[]
  /** Resolves once the schemas of all tools are known. */
  toolsReady(): Promise<void>
}

/** Keeps the types up to date in dev. An edit recreates the app and the model, in any order. */
interface BuilderTypes {
  /** Receives the recreated app. */
  onAppCreated(server: ToolSource): void
  onAnalyzed(model: AppModel): void
}

/**
 * Writes the types whenever the app or the model is new and both are known. Writes run one after another, so that the
 * newest types win.
 */
export function createBuilderTypes(): BuilderTypes {
  let server: ToolSource | undefined
  let model: AppModel | undefined
  let writing = Promise.resolve()
  const write = (): void => {
    if (model === undefined || server === undefined) return
    const [nextModel, nextServer] = [model, server]
    writing = writing
      .then(() => nextServer.toolsReady())
      .then(() => writeBuilderTypes(nextModel, nextServer.apiTools))
      // Nothing depends on the types: the next edit writes them again.
      .catch(() => undefined)
  }
  return {
    onAppCreated(next) {
      server = next
      write()
    },
    onAnalyzed(next) {
      model = next
      write()
    },
  }
}
