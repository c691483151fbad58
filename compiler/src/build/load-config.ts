/** Reads `fw.config.ts` by running it, so that it may import and compute. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkConfig, type FwConfig } from '@fw/runtime/contract'
import { CONFIG_FILES } from '../analyze/convention-files.ts'

/** The app's configuration; empty when it has no config file. Throws a `SetupError` that names all that is wrong with it. */
export async function loadConfig(root: string): Promise<FwConfig> {
  const name = CONFIG_FILES.find((file) => existsSync(join(root, file)))
  if (name === undefined) return {}
  const file = join(root, name)
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport<{ default?: unknown }>(file, { root, logLevel: 'error' })
  return checkConfig(module.default, name, readFileSync(file, 'utf8'))
}
