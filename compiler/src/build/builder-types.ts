/** The types of apis whose schemas are values in the app's code: they are known once the app has been loaded. */
import type { SchemaTool } from '../emit/schema-types.ts'
import type { ApiModel, AppModel } from '../model.ts'
import { writeEvalSchema } from './eval-schema.ts'
import { writeToolList } from './tool-list.ts'
import { writeGenerated } from './write-generated.ts'

/** Where they lie, relative to the app root. */
export const TOOL_TYPES_FILE = '.fw/types/tools.d.ts'

/** The apis whose input or output is a builder or a Standard Schema. */
export function builderApis(model: AppModel): readonly ApiModel[] {
  return model.modules.flatMap(({ apis }) =>
    apis.filter(({ input, output }) => input.source === 'schema' || output.source === 'schema'),
  )
}

/** Writes the types of these apis, of all the `tools` that the app has. Writes nothing for an app without builders. */
export async function writeBuilderTypes(model: AppModel, tools: readonly SchemaTool[]): Promise<void> {
  const apis = new Map(builderApis(model).map((api) => [api.tool, api]))
  const written = tools.filter(({ name }) => apis.has(name))
  if (written.length === 0) return
  await writeEvalSchema(model, tools)
  await writeToolList(model, tools)
  const { emitSchemaTypes } = await import('../emit/schema-types.ts')
  await writeGenerated(model.root, { [TOOL_TYPES_FILE]: await emitSchemaTypes(written) })
}

/** What of a server these types need. */
export interface ToolSource {
  readonly apiTools: readonly SchemaTool[]
  /** Resolves once the schemas of all tools are known. */
  toolsReady(): Promise<void>
}

/** The types of dev, which follow its edits: the app and its model are each made anew, in any order. */
export interface BuilderTypes {
  /** The app was made. */
  made(server: ToolSource): void
  onAnalyzed(model: AppModel): void
}

/** Writes them whenever one of the two is new and both are known. One after the other, so that the newest stay. */
export function keepBuilderTypes(): BuilderTypes {
  let server: ToolSource | undefined
  let model: AppModel | undefined
  let writing = Promise.resolve()
  const write = (): void => {
    if (model === undefined || server === undefined) return
    const [nextModel, nextServer] = [model, server]
    writing = writing
      .then(() => nextServer.toolsReady())
      .then(() => writeBuilderTypes(nextModel, nextServer.apiTools))
      // Types stop nothing: what cannot be written is written with the next edit.
      .catch(() => undefined)
  }
  return {
    made(next) {
      server = next
      write()
    },
    onAnalyzed(next) {
      model = next
      write()
    },
  }
}
