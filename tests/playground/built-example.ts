/** The examples, built once for all test files; each file gets its own copy. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepBuild, WORK } from '../kept-builds.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
export const FW = join(REPOSITORY, 'cli/bin/fw.js')

/** Environment of the builds, in addition to the environment of the tests. No value of it may reach a browser. */
export const BUILD_ENV = { SESSION_SECRET: 'a secret of the builds, long enough to sign with' }

/** Files that commands write. */
const WRITTEN = /[/\\](?:dist|\.fw|\.data|node_modules|eval-gate\.json)$/

/**
 * Returns the folder of a built copy of `playground/<name>`, which the caller may change and must remove. Throws the
 * output of a failed build.
 */
export async function copyBuilt(name: string): Promise<string> {
  const built = await buildOnce(name)
  const folder = mkdtempSync(join(WORK, `${name}-`))
  cpSync(built, folder, { recursive: true, preserveTimestamps: true })
  // The copy creates the folders again; `fw run` requires a build that is newer than all of them.
  const bundle = join(folder, 'dist/server/index.js')
  if (existsSync(bundle)) utimesSync(bundle, new Date(), new Date())
  return folder
}

/** Copies the sources of `playground/<name>`, and adds the given files by path. */
export function copySources(name: string, more: Readonly<Record<string, string>> = {}): string {
  mkdirSync(WORK, { recursive: true })
  const folder = mkdtempSync(join(WORK, `${name}-`))
  fill(folder, name)
  for (const [path, text] of Object.entries(more)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Runs the command line in `folder`, as in a shell, and returns its output. Rejects if it fails. */
export async function runFw(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await runNode([FW, ...args], folder, env)).printed
}

/** Runs a script with this Node, like `runFw`. Returns its stdout, and the output of both streams. */
export function runNode(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly stdout: string; readonly printed: string }> {
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, VITEST: _vitest, PORT: _port, ...own } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, printed] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      printed += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve({ stdout, printed })
        : reject(new Error(`${args.join(' ')} ended with ${code}:\n${printed}`)),
    )
  })
}

/** The build that test files share. They run in separate processes. */
function buildOnce(name: string): Promise<string> {
  const root = join(REPOSITORY, 'playground', name)
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map((path) => path.slice(root.length + 1)).filter((path) => !isWritten(path))
  return keepBuild(name, { root, files }, async (folder) => {
    fill(folder, name)
    await runFw(['build'], folder, BUILD_ENV)
  })
}

function fill(folder: string, name: string): void {
  cpSync(join(REPOSITORY, 'playground', name), folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !WRITTEN.test(path),
  })
}

/** Whether a file is one that commands write, or in such a folder. */
function isWritten(path: string): boolean {
  return path.split(/[/\\]/).some((part) => WRITTEN.test(`/${part}`))
}
