/** All temporary files of a run are in one folder, so that failed tests and crashed processes leave nothing behind. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Below the repository, so that apps in it find its packages. */
const WORK = fileURLToPath(new URL('../.fw/tests', import.meta.url))

/** Vitest's global setup: workers and their child processes inherit the environment that it sets. */
export default function ownTemporaryFolder(): () => void {
  const before = process.env.TMPDIR
  // A short name: sockets are created below it, and their paths are limited to about a hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'fw-'))
  process.env.TMPDIR = folder
  const endBuilds = shareBuilds()
  return () => {
    endBuilds()
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/**
 * Folder of the builds that the files of a run share. Projects, and runs that a test starts, use the folder of the
 * first run.
 */
function shareBuilds(): () => void {
  if (process.env.FW_TEST_BUILDS !== undefined) return () => undefined
  mkdirSync(WORK, { recursive: true })
  const builds = mkdtempSync(join(WORK, 'run-'))
  process.env.FW_TEST_BUILDS = builds
  return () => {
    delete process.env.FW_TEST_BUILDS
    rmSync(builds, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
