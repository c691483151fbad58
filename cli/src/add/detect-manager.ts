/** Finds the package manager of an app. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PackageManager } from 'create-fw'
import { readManifest } from '../installed-version.ts'

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'pnpm-workspace.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/**
 * Returns the package manager whose lock file is nearest to the app, or else the one of the field `packageManager`.
 * `undefined` if neither exists.
 */
export function findPackageManager(root: string): string | undefined {
  for (let folder = root; ; folder = dirname(folder)) {
    const file = Object.keys(LOCK_FILES).find((name) => existsSync(join(folder, name)))
    if (file !== undefined) return LOCK_FILES[file]
    const named = readManagerField(join(folder, 'package.json'))
    if (named !== undefined) return named
    if (dirname(folder) === folder) return undefined
  }
}

function readManagerField(file: string): string | undefined {
  const field: unknown = readManifest(file).packageManager
  return typeof field === 'string' ? field.split('@')[0] : undefined
}
