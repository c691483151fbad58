/** The repository for the checks: the files that git tracks or would add, with their content. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** Relative to the repository root, with `/`. */
  readonly path: string
  readonly text: string
}

export interface Violation {
  readonly file: string
  /** Starts at 1. */
  readonly line?: number
  readonly message: string
}

export const REPOSITORY: string = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const BINARY = /\.(?:png|jpe?g|gif|ico|webp|avif|woff2?|ttf|otf|db|sqlite|wasm|gz|br|tgz)$/

/** Returns every text file of the repository, sorted by path. */
export function readRepository(): readonly SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: REPOSITORY,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && !BINARY.test(path))
    .filter((path) => existsSync(join(REPOSITORY, path)) && statSync(join(REPOSITORY, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(REPOSITORY, path), 'utf8') }))
}

/** Creates a small tree for a check's own test: `{ 'runtime/src/a.ts': 'text' }`. */
export function createTree(files: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }))
}

/** Prints one line per violation, in a format that editors can follow. */
export function printViolations(violations: readonly Violation[]): readonly string[] {
  return violations.map(({ file, line, message }) => `${line === undefined ? file : `${file}:${line}`} ${message}`)
}

export function isScript(path: string): boolean {
  return /\.(?:ts|tsx|mts|cts|mjs|js)$/.test(path) && !path.endsWith('.d.ts')
}
