// Finds the browser for the browser tests, installs it if the user may, or fails with a clear message.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Debian's package of the same Chromium without its windows, whose pages take about half the CPU time. */
const SHELL = 'chromium-headless-shell'
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Returns the path of a Chromium, or `undefined` without one. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const places = NAMES.flatMap((name) => [`/usr/bin/${name}`, ...folders.map((folder) => join(folder, name))])
  return [...places, MAC].find(isExecutable)
}

/**
 * Returns the path, after an installation with apt if that is allowed. Throws an error that names the package to
 * install otherwise.
 */
export function requireChromium(env = process.env) {
  const found = findChromium(env)
  if (found !== undefined) return found
  if (env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but this path has no program.`)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No Chromium found; installing it with apt-get.')
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
    const installed = findChromium(env)
    if (installed !== undefined) return installed
  }
  throw new Error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: `sudo apt-get install chromium`; macOS: Google Chrome), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome of your own.',
  )
}

/**
 * Returns the path of Chromium without windows, after an installation with apt if that is allowed; `undefined` if it can't
 * be installed. Tests without a need for windows use it.
 */
export function findHeadlessShell(env = process.env) {
  // A Chromium of the user's own is used for everything.
  if (env.CHROMIUM_PATH) return undefined
  const path = `/usr/bin/${SHELL}`
  if (isExecutable(path)) return path
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  try {
    apt(['update'])
    apt(['install', '-y', '--no-install-recommends', SHELL])
  } catch (error) {
    console.log(`${SHELL} isn't installed, so the tests take longer: ${error.message}`)
  }
  return isExecutable(path) ? path : undefined
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0)
    throw new Error(`apt-get ${args[0]} failed with status ${status}. Install Chromium, or set CHROMIUM_PATH.`)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
