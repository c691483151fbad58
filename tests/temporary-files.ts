/** All temporary files of a run lie in one folder, so that nothing stays behind a test that failed or a process that crashed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Vitest's global set-up: what it puts into the environment, its workers and their children inherit. */
export default function ownTemporaryFolder(): () => void {
  const before = process.env.TMPDIR
  // A short name: sockets are made below it, and their paths may have about a hundred characters.
  const folder = mkdtempSync(join(tmpdir(), 'fw-'))
  process.env.TMPDIR = folder
  return () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
