/** Builds of apps that test files share: each is made once, and is kept for later runs with the same packages. */
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
/** Below the repository, so that apps in it find its packages, and in no `node_modules`, where files are a package's. */
export const WORK = join(REPOSITORY, '.fw/tests')
/** The code of our packages, and what else of them a build reads. */
const PACKAGES = ['runtime/dist', 'runtime/docs', 'compiler/dist', 'cli/dist']
const MAX_AGE_MS = 3 * 3_600_000
/** No build takes that long. */
const MAX_BUILD_MS = 600_000

/**
 * Returns the folder of the builds with the packages as they are now, and removes older ones. The processes of a run use
 * the folder that its first process has named in `FW_TEST_BUILDS`.
 */
export function openBuildsFolder(): string {
  if (process.env.FW_TEST_BUILDS !== undefined) return process.env.FW_TEST_BUILDS
  const folder = join(WORK, `builds-${hashFiles(REPOSITORY, [...PACKAGES.flatMap(listFiles), 'package-lock.json'])}`)
  mkdirSync(folder, { recursive: true })
  utimesSync(folder, new Date(), new Date())
  for (const left of readdirSync(WORK))
    if (isOld(join(WORK, left))) rmSync(join(WORK, left), { recursive: true, force: true })
  process.env.FW_TEST_BUILDS = folder
  return folder
}

/**
 * Returns the folder of a build of these sources, which is read-only by convention. `build` creates the folder that it gets, copies
 * the sources into it and builds them. If no process has done so, one of those that ask does, and the others wait.
 */
export async function keepBuild(
  name: string,
  sources: { readonly root: string; readonly files: readonly string[] },
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(openBuildsFolder(), `${name}-${hashFiles(sources.root, sources.files)}`)
  const lock = `${folder}.lock`
  while (!existsSync(folder)) {
    if (takeLock(lock)) await buildInto(folder, build).finally(() => rmSync(lock, { force: true }))
    else await pause(50)
  }
  return folder
}

/**
 * Builds in a folder of this process, which becomes the kept one: it is complete from the beginning, and two processes
 * that take over the same lock do not disturb each other.
 */
async function buildInto(folder: string, build: (folder: string) => Promise<unknown>): Promise<void> {
  if (existsSync(folder)) return
  const own = `${folder}-${process.pid}`
  try {
    await build(own)
    renameSync(own, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

/** Creates the lock, also in place of one whose process has ended. */
function takeLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isAbandoned(path)) rmSync(path, { force: true })
    return false
  }
}

function isAbandoned(lock: string): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > MAX_BUILD_MS) return true
    // Signal 0 only asks; the number is missing for a moment, and 0 is this process.
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Left by an aborted run, or unused since. */
function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > MAX_AGE_MS
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name).slice(REPOSITORY.length))
}

function hashFiles(root: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of [...files].sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
