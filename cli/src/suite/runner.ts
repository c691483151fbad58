/** Selects and runs the test runner of an app. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getMessage } from '@fw/runtime/contract'
import { CliError } from '../cli-error.ts'
import { parseManifest } from '../installed-version.ts'

/** Program with its first arguments. The user's arguments are appended verbatim. */
interface Runner {
  readonly name: 'vitest' | 'node --test' | 'bun test'
  readonly command: readonly [program: string, ...args: string[]]
}

/**
 * Selects the runner. On Bun it is Bun's own; on Node it is vitest if the app or its workspace declares it, else Node's
 * own. Throws `CliError` if the declared runner isn't installed.
 */
export function findRunner(root: string, args: readonly string[], bun = process.versions.bun !== undefined): Runner {
  if (bun) return { name: 'bun test', command: [process.execPath, 'test'] }
  if (!declares(root, 'vitest')) return { name: 'node --test', command: [process.execPath, '--test'] }
  // vitest watches by default in a terminal. Use `run`, because the command returns the suite's exit code.
  const watches = args.some((arg) => ['--watch', '-w', 'watch', 'dev'].includes(arg))
  const own = hasVitestConfig(root, args) ? [] : ['--config', DEFAULT_CONFIG]
  return { name: 'vitest', command: [process.execPath, vitestBin(root), ...(watches ? [] : ['run']), ...own] }
}

/** Configuration with the plugin of the framework, for an app without a configuration of its own. */
const DEFAULT_CONFIG = fileURLToPath(new URL('../../bin/vitest-config.js', import.meta.url))

/** Returns whether the arguments name a configuration of vitest, or the folder has one. */
function hasVitestConfig(root: string, args: readonly string[]): boolean {
  if (args.some((arg) => /^(?:-c|--config)(?:=|$)/.test(arg))) return true
  return readdirSync(root).some(
    (name) =>
      /^vitest\.config\.[cm]?[jt]s$/.test(name) ||
      // Vitest reads this file too, but most apps have only options of Vite there, which the plugin applies.
      (/^vite\.config\.[cm]?[jt]s$/.test(name) && OF_VITEST.test(readFileSync(join(root, name), 'utf8'))),
  )
}

/** What only the configuration of tests contains. */
const OF_VITEST = /\btest\s*:|\bvitest\b/

/** Runs the suite in `root` on this terminal. Resolves to its exit code, or to 128 plus the signal's number. */
export function runSuite({ command }: Runner, args: readonly string[], root: string): Promise<number> {
  const [program, ...first] = command
  const child = spawn(program, [...first, ...args], { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the suite directly, so wait until it ends.
  const wait = () => undefined
  const pass = () => void child.kill('SIGTERM')
  process.on('SIGINT', wait).on('SIGTERM', pass)
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  }).finally(() => process.removeListener('SIGINT', wait).removeListener('SIGTERM', pass))
}

function declares(root: string, name: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) {
      const { dependencies, devDependencies } = readManifest(file)
      if (name in { ...dependencies, ...devDependencies }) return true
    }
    if (dirname(folder) === folder) return false
  }
}

function vitestBin(root: string): string {
  const manifest = findVitest(root)
  const { bin } = readManifest(manifest)
  return join(dirname(manifest), typeof bin === 'string' ? bin : (bin?.vitest ?? 'vitest.mjs'))
}

function findVitest(root: string): string {
  try {
    return createRequire(join(root, 'package.json')).resolve('vitest/package.json')
  } catch {
    throw new CliError({
      code: 'no_runner',
      title: 'This app declares vitest, but vitest is not installed.',
      fix: 'Install the dependencies of package.json, for example with npm install.',
    })
  }
}

interface PackageManifest {
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * Reads a manifest. Throws a `CliError` for invalid JSON, because it may declare the runner whose tests would be
 * skipped.
 */
function readManifest(file: string): PackageManifest {
  try {
    return (parseManifest(readFileSync(file, 'utf8')) ?? {}) as PackageManifest // each field is checked
  } catch (error) {
    throw new CliError({
      code: 'bad_manifest',
      title: `${file} can't be read: ${getMessage(error)}`,
      fix: 'Fix the file, so that "fw test" can detect the test runner of the app.',
    })
  }
}
