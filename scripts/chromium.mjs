// Finds the browser for the browser tests, installs it if the user may, or fails with a clear message.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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
  const found = findChromium(env) ?? installChromium(env)
  if (found !== undefined) {
    if (!env.CHROMIUM_PATH && env.CI) installShell()
    return found
  }
  if (env.CHROMIUM_PATH) throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but this path has no program.`)
  throw new Error(
    'The browser tests need Chromium. Install it (Debian, Ubuntu: `sudo apt-get install chromium`; macOS: Google Chrome), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome of your own.',
  )
}

function installChromium(env) {
  if (env.CHROMIUM_PATH || !mayInstall()) return undefined
  console.log('No Chromium found; installing it with apt-get.')
  apt('update')
  apt('install', ['-y', '--no-install-recommends', 'chromium', 'fonts-liberation'])
  return findChromium(env)
}

/**
 * Installs Chromium without the user interface of a browser, in which pages take less processor time. The browser tests
 * run without it, too.
 */
function installShell() {
  if (isExecutable('/usr/bin/chromium-headless-shell') || !isExecutable('/usr/bin/chromium') || !mayInstall()) return
  try {
    apt('update', BRIEFLY)
    apt('install', [...BRIEFLY, '-y', '--no-install-recommends', '--no-remove', 'chromium-headless-shell'])
  } catch {
    console.log('chromium-headless-shell cannot be installed. The browser tests take longer without it.')
  }
}

/** Without a network, apt gives up soon. */
const BRIEFLY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10']

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function apt(command, args = []) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync('apt-get', ['-q', command, ...args], { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0)
    throw new Error(`apt-get ${command} failed with status ${status}. Install Chromium, or set CHROMIUM_PATH.`)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
