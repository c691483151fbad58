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

/** Path of Deno for this platform, likewise. */
export const DENO = join(dirname(require.resolve(`${denoPackage()}/package.json`)), `deno${exe()}`)

function denoPackage(): string {
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
  return process.platform === 'linux' ? `@deno/linux-${arch}-glibc` : `@deno/${process.platform}-${arch}`
}
