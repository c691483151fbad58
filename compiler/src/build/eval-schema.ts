/** Writes the JSON Schema of eval scenarios, for editors. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { emitEvalSchema } from '../emit/eval-schema.ts'
import type { SchemaTool } from '../emit/schema-types.ts'
import type { AppModel } from '../model.ts'
import { collectInputs, getInputSchema } from './tool-list.ts'
import { writeGenerated } from './write-generated.ts'

/** Path relative to the app root. */
const EVAL_SCHEMA_FILE = '.fw/eval.schema.json'

/**
 * Writes the schema for an app with a folder `evals`. `tools` has the schemas of builders once the app is loaded;
 * before that, the schemas of an earlier run are kept.
 */
export async function writeEvalSchema(model: AppModel, tools?: readonly SchemaTool[]): Promise<void> {
  if (!existsSync(join(model.root, 'evals'))) return
  const apis = model.modules.flatMap((module) => module.apis)
  const isPartial = tools === undefined && apis.some(({ input }) => input.source === 'schema')
  if (isPartial && existsSync(join(model.root, EVAL_SCHEMA_FILE))) return
  const inputs = collectInputs(tools ?? [])
  const text = emitEvalSchema(
    apis.map(({ tool: name, guard, description, input }) => {
      const schema = getInputSchema(name, input, inputs)
      return { name, guard, ...(description !== undefined && { description }), ...(schema && { input: schema }) }
    }),
  )
  await writeGenerated(model.root, { [EVAL_SCHEMA_FILE]: text })
}
