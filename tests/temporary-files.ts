/**
 * All temporary files of a run are in one folder, so that failed tests and crashed processes leave nothing behind. The run
 * shares its builds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBuildsFolder } from './kept-builds.ts'

/** Vitest's global setup: workers and their child processes inherit the environment that it sets. */
export default function ownTemporaryFolder(): () => void {
  const before = process.env.TMPDIR
  // A short name: sockets are created below it, and their paths are limited to about a hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'fw-'))
  process.env.TMPDIR = folder
  openBuildsFolder()
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
