/**
 * New users of the packed packages, for the tests of a file. Each has a clean machine and a terminal in an empty folder, with only
 * a package registry configured, which they share.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { HOME, type Mount, startInRoot } from './clean-root.ts'
import { packAll, REPOSITORY } from './pack.ts'
import { npmSettings, type Registry, startRegistry } from './registry.ts'
import { replaceChanging } from './replace-changing.ts'
import { Terminal } from './terminal.ts'
import { writeSettings } from './user-settings.ts'

export interface Newcomers {
  /** `programs`: programs that not every user has. */
  open(name: string, programs?: readonly Mount[]): Terminal
}

/** The package managers are for Corepack. */
const LOCK_FILES = ['tests/packages/managers/package-lock.json', 'package-lock.json']

/** Packs the packages and serves them while the tests of the file run. */
export function serveNewcomers(): Newcomers {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fw-pack-')))
  let registry: Registry
  beforeAll(async () => {
    const packages = await packAll()
    const lockFiles = LOCK_FILES.map((path) => join(REPOSITORY, path))
    registry = await startRegistry({ packages, lockFiles, ...npmSettings() })
  })
  afterAll(async () => {
    await registry?.close()
    // Some disks need a minute for so many files. Neither the tests nor the end of this worker wait for it.
    spawn('sh', ['-c', 'sleep 20; rm -rf "$0"', folder], { detached: true, stdio: 'ignore' }).unref()
  })
  return { open: (name, programs = []) => openTerminal(join(folder, name), programs, registry.url) }
}

/** Creates the home of a user, with the folder `work`. `registry`: its URL. */
function openTerminal(home: string, programs: readonly Mount[], registry: string): Terminal {
  mkdirSync(join(home, 'work'), { recursive: true })
  writeSettings(home, registry)
  const mounts = [{ from: home, at: HOME, isWritable: true }, ...programs]
  const start = (line: string, folder: string) =>
    startInRoot(line, { cwd: join(HOME, relative(home, folder)), mounts, env: ANY_PORT })
  return new Terminal(join(home, 'work'), { home, start }, (text) => replaceChanging(text, `${HOME}/work`))
}

/** Port 3000 may be in use. */
const ANY_PORT = { PORT: '0' }

/** Compares with the stored transcript; `UPDATE=1` replaces it. */
export function expectTranscript(name: string, text: string): void {
  const file = join(REPOSITORY, `snapshots/transcript/${name}.md`)
  if (process.env.UPDATE === '1') writeFileSync(file, text)
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : '')
}
