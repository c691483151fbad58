/**
 * Reads `fw.config.ts` by executing it, so that it may import and compute; without one, reads the field of
 * `package.json`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { checkConfig, type FwConfig, SetupError, type ViteOptions } from '@fw/runtime/contract'
import { join, resolve } from '#slash-path.ts'
import { CONFIG_FILES, PACKAGE_FIELD, PACKAGE_FILE } from '../analyze/pages/convention-files.ts'
import { explainLoadFailure } from './load-failure.ts'

export interface ReadConfig {
  /** Without options of Vite: everything else is data. */
  readonly config: FwConfig
  readonly vite?: ViteOptions
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
  if (name === undefined) return splitConfig(packageConfig(manifest), [])
  const file = join(root, name)
  const { runFile } = await import('./node-runner.ts')
  const { module, imports } = await runFile(file, root).catch(async (error: unknown) => {
    throw await explainLoadFailure(error, name, root)
  })
  const files = [file, ...imports].map((path) => resolve(root, path))
  const text = readFileSync(file, 'utf8')
  const read = splitConfig(checkConfig(module.default, name, text), files)
  if (read.vite !== undefined) await requireSeparable(name, text)
  return read
}

function splitConfig({ vite, ...config }: FwConfig, files: readonly string[]): ReadConfig {
  return { config, ...(vite !== undefined && { vite }), files }
}

/** The server's bundle contains the configuration, and must not contain the plugins: they are removed from the source. */
async function requireSeparable(name: string, text: string): Promise<void> {
  const [{ removeField }, { typescript }] = await Promise.all([
    import('../analyze/config-field.ts'),
    import('../program/typescript.ts'),
  ])
  if (removeField(typescript, { file: name, text, field: 'vite' }) === undefined)
    throw new SetupError(
      `${name} doesn't contain the field vite where it exports the configuration. Write it there, as export default defineConfig({ vite: { … } }), or write a vite.config.ts.`,
    )
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
