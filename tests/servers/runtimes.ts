/** The runtimes on which server bundles are tested. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

/** Path of Bun for this platform: the `bun` package itself would have to run its install script first. */
export const BUN = join(dirname(require.resolve(`${packageName()}/package.json`)), `bin/bun${exe()}`)

/** Name -> program. */
export const RUNTIMES = [
  ['Node', process.execPath],
  ['Bun', BUN],
] as const

function packageName(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@oven/bun-${platform}-${process.arch === 'arm64' ? 'aarch64' : process.arch}`
}

function exe(): string {
  return process.platform === 'win32' ? '.exe' : ''
}
