// Installs a folder with its own lock file, when something needs its packages: `npm ci` of the repository is faster without.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand } from '../programs.mjs'

/** Installs the packages in the lock file of a folder, unless they are installed. `hint`: what to do without them. */
export function installLocked(folder, hint = 'It needs a registry.') {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'node_modules/.installed-lock.json')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const [npm, ...first] = npmCommand()
  const { status } = spawnSync(npm, [...first, ...args], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`\`npm ci\` in ${folder} failed. ${hint}`)
  writeFileSync(stamp, lock)
}
