/** Reads `fw.config.ts` by running it, so that it may import and compute. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import { CONFIG_FILES } from '../analyze/convention-files.ts'

/** The app's configuration; empty when it has no config file. Throws when the file has no default export of an object. */
export async function loadConfig(root: string): Promise<FwConfig> {
  const file = CONFIG_FILES.map((name) => resolve(root, name)).find((path) => existsSync(path))
  if (file === undefined) return {}
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport<{ default?: unknown }>(file, { root, logLevel: 'error' })
  const config = module.default
  if (typeof config !== 'object' || config === null)
    throw new TypeError(`${file} must have a default export: export default defineConfig({ … }).`)
  return config
}
