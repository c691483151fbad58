/** Reads `fw.config.ts` by running it, so that it may import and compute; without one, the field of `package.json`. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkConfig, type FwConfig, SetupError } from '@fw/runtime/contract'
import { CONFIG_FILES, PACKAGE_FIELD, PACKAGE_FILE } from '../analyze/convention-files.ts'

export interface ReadConfig {
  readonly config: FwConfig
  /** The files that it is made of: the configuration file and what it imports. Absolute. */
  readonly files: readonly string[]
}

/** The app's configuration; empty when it has none. Throws a `SetupError` that names all that is wrong with it. */
export async function loadConfig(root: string): Promise<FwConfig> {
  return (await readConfig(root)).config
}

/** `loadConfig`, with the files that say what it is. */
export async function readConfig(root: string): Promise<ReadConfig> {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)))
  if (name === undefined) return { config: packageConfig(root), files: [] }
  const file = join(root, name)
  const { runFile } = await import('./node-runner.ts')
  const { module, imports } = await runFile(file, root)
  const files = [file, ...imports].map((path) => resolve(root, path).replaceAll('\\', '/'))
  return { config: checkConfig(module.default, name, readFileSync(file, 'utf8')), files }
}

function packageConfig(root: string): FwConfig {
  const path = join(root, PACKAGE_FILE)
  if (!existsSync(path)) return {}
  const text = readFileSync(path, 'utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new SetupError(`${PACKAGE_FILE} is no JSON. ${error instanceof Error ? error.message : ''}`)
  }
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, PACKAGE_FIELD)) return {}
  const value: unknown = Reflect.get(parsed, PACKAGE_FIELD)
  if (typeof value !== 'object' || value === null)
    throw new SetupError(`The field "${PACKAGE_FIELD}" of ${PACKAGE_FILE} must be an object.`)
  return checkConfig(value, `"${PACKAGE_FIELD}" of ${PACKAGE_FILE}`)
}
