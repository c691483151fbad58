/** The examples, built once for all files of a run; each file gets its own copy. */
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
/** Below the repository, so that a copy of an example finds its packages. */
const WORK = join(REPOSITORY, '.fw/tests')
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
  for (const [path, text] of Object.entries(more)) writeFileSync(join(folder, path), text)
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

/** Folder of the files that a run shares; `tests/temporary-files.ts` creates and removes it. */
let shared = process.env.FW_TEST_BUILDS

/** The build that the files of a run share. They run in separate processes: `mkdir` decides which of them builds. */
async function buildOnce(name: string): Promise<string> {
  mkdirSync(WORK, { recursive: true })
  shared ??= mkdtempSync(join(WORK, 'run-'))
  const folder = join(shared, name)
  const done = `${folder}.done`
  const lock = `${folder}.lock`
  for (const left of readdirSync(WORK))
    if (isOld(join(WORK, left))) rmSync(join(WORK, left), { recursive: true, force: true })
  while (!existsSync(done)) {
    if (!tryMakeFolder(lock)) await pause(50)
    else
      try {
        if (existsSync(done)) break
        rmSync(folder, { recursive: true, force: true })
        fill(folder, name)
        await runFw(['build'], folder, BUILD_ENV)
        writeFileSync(done, '')
      } finally {
        rmSync(lock, { recursive: true, force: true })
      }
  }
  return folder
}

function fill(folder: string, name: string): void {
  cpSync(join(REPOSITORY, 'playground', name), folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !WRITTEN.test(path),
  })
}

/** Left by an aborted run. No run takes that long. */
function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > 3 * 3_600_000
}

function tryMakeFolder(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
