/** The module that reads an app's environment: the first one that its server executes. */
import type { EnvModel } from '../model.ts'
import { emitValidator } from '../validate/emit-validator.ts'
import { createModuleWriter } from '../validate/module-writer.ts'
import { quote } from '../validate/source-text.ts'

/** Emits `fw:env`. The module throws a `SetupError` if the environment is invalid. */
export function emitEnv({ file, tree, schema }: EnvModel): string {
  const writer = createModuleWriter()
  const validator = emitValidator(writer, { tree, schema, side: 'input' })
  const load = writer.helper('loadEnv')
  return `${writer.text()}\n${load}(${validator}, process.env, ${quote(file)})\n`
}
