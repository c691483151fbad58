/**
 * Reads `fw.config.ts` by executing it, so that it may import and compute; without one, reads the field of
 * `package.json`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkConfig, type FwConfig, SetupError } from '@fw/runtime/contract'
import { CONFIG_FILES, PACKAGE_FIELD, PACKAGE_FILE } from '../analyze/pages/convention-files.ts'
import { explainLoadFailure } from './load-failure.ts'

export interface ReadConfig {
  readonly config: FwConfig
  /** The configuration file and its imports. Absolute. */
  readonly files: readonly string[]
}

/**
 * Returns the app's configuration; empty if it has none.
 *
 * @throws `SetupError` that lists all errors in it.
 */
export async function loadConfig(root: string): Promise<FwConfig> {
  return (await readConfig(root)).config
}

/** Loads the configuration with the files that it depends on. */
export async function readConfig(root: string): Promise<ReadConfig> {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)))
  const manifest = readManifest(root)
  if (name === undefined) return { config: packageConfig(manifest), files: [] }
  const file = join(root, name)
  const { runFile } = await import('./node-runner.ts')
  const { module, imports } = await runFile(file, root).catch(async (error: unknown) => {
    throw await explainLoadFailure(error, name, root)
  })
  const files = [file, ...imports].map((path) => resolve(root, path).replaceAll('\\', '/'))
  return { config: checkConfig(module.default, name, readFileSync(file, 'utf8')), files }
}

/**
 * Read for every app, even if its configuration is elsewhere: all loaders read this file, with worse error messages.
 */
function readManifest(root: string): unknown {
  const path = join(root, PACKAGE_FILE)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new SetupError(`${PACKAGE_FILE} is not valid JSON. ${error instanceof Error ? error.message : ''}`)
  }
}

function packageConfig(parsed: unknown): FwConfig {
  if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, PACKAGE_FIELD)) return {}
  const value: unknown = Reflect.get(parsed, PACKAGE_FIELD)
  if (typeof value !== 'object' || value === null)
    throw new SetupError(`The field "${PACKAGE_FIELD}" of ${PACKAGE_FILE} must be an object.`)
  return checkConfig(value, `"${PACKAGE_FIELD}" of ${PACKAGE_FILE}`)
}
