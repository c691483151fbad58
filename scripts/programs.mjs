/**
 * Commands that Node starts without a shell on every platform. On Windows, `npm` and the files in `node_modules/.bin` are batch
 * files, which only a shell starts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url))

/**
 * Returns the program and the first arguments of npm: the npm that runs this script, or else the one beside Node.
 *
 * @param env `npm_execpath` is set by the package manager that runs a script, which may be another one.
 */
export function npmCommand(env = process.env, node = process.execPath) {
  const beside = join(dirname(node), 'node_modules/npm/bin/npm-cli.js')
  const found = [env.npm_execpath, beside].find((path) => /[\\/]npm-cli\.[cm]?js$/.test(path ?? '') && existsSync(path))
  return found === undefined ? ['npm'] : [node, found]
}

/** Returns the program and the first arguments of an installed package. */
export function packageCommand(name, bin = name) {
  const folder = join(PACKAGES, name)
  const programs = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin
  const file = typeof programs === 'string' ? programs : programs[bin]
  return [process.execPath, join(folder, file)]
}
