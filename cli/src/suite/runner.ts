/** Which test runner an app has, and running it (spec: Command line, `test`). */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError } from '../fail.ts'

/** A program with its first arguments; the user's come behind them as they are. */
export interface Runner {
  readonly name: 'vitest' | 'node --test' | 'bun test'
  readonly command: readonly [program: string, ...args: string[]]
}

/**
 * On Bun its own runner; on Node vitest where the app (or the workspace around it) declares it, else Node's own. Throws
 * `CliError` for one that is declared and not installed.
 */
export function findRunner(root: string, args: readonly string[], bun = process.versions.bun !== undefined): Runner {
  if (bun) return { name: 'bun test', command: [process.execPath, 'test'] }
  if (!declares(root, 'vitest')) return { name: 'node --test', command: [process.execPath, '--test'] }
  // A terminal is no reason to watch: the exit code of a suite is asked for.
  const watches = args.some((arg) => ['--watch', '-w', 'watch', 'dev'].includes(arg))
  return { name: 'vitest', command: [process.execPath, vitestBin(root), ...(watches ? [] : ['run'])] }
}

/** Runs the suite in `root`, on this terminal. Resolves to its exit code; one that a signal ended has 128 more than that. */
export function runSuite({ command }: Runner, args: readonly string[], root: string): Promise<number> {
  const [program, ...first] = command
  const child = spawn(program, [...first, ...args], { cwd: root, stdio: 'inherit' })
  // Ctrl-C reaches the suite by itself; we wait for what it makes of it.
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
      title: 'This app declares vitest, which is not installed.',
      fix: 'Install what package.json names, with npm install for example.',
    })
  }
}

interface PackageManifest {
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Throws a `CliError` for a file that isn't JSON: it may declare the runner whose tests would be skipped. */
function readManifest(file: string): PackageManifest {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as PackageManifest // read field by field
  } catch (error) {
    throw new CliError({
      code: 'bad_manifest',
      title: `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`,
      fix: 'Correct it, so that "fw test" knows which runner the app uses.',
    })
  }
}
