/** Checks git for uncommitted changes before a codemod changes sources. */
import { spawnSync } from 'node:child_process'

/**
 * Returns whether files in the folder have uncommitted changes or are untracked. `false` without git or a repository.
 */
export function hasUncommitted(root: string): boolean {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', '.'], { cwd: root, encoding: 'utf8' })
  return status === 0 && stdout !== ''
}
