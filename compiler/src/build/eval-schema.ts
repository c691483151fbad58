/** Writes the JSON Schema of eval scenarios, for editors. */
import { existsSync } from 'node:fs'
import { join } from '#slash-path.ts'
import { emitEvalSchema } from '../emit/eval-schema.ts'
import { getKnownSchema } from '../emit/tool-types.ts'
import type { AppModel } from '../model.ts'
import { writeGenerated } from './write-generated.ts'

/** Path relative to the app root. */
const EVAL_SCHEMA_FILE = '.fw/eval.schema.json'

/** Writes the schema for an app with a folder `evals`. */
export async function writeEvalSchema(model: AppModel): Promise<void> {
  if (!existsSync(join(model.root, 'evals'))) return
  const apis = model.modules.flatMap((module) => module.apis)
  const text = emitEvalSchema(
    apis.map(({ tool: name, guard, description, input }) => {
      const schema = getKnownSchema(input)
      return { name, guard, ...(description !== undefined && { description }), ...(schema && { input: schema }) }
    }),
  )
  await writeGenerated(model.root, { [EVAL_SCHEMA_FILE]: text })
}
