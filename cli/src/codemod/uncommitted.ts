/** What git says of an app before its sources change. */
import { spawnSync } from 'node:child_process'

/** Whether files of the folder have changes that are not committed, new files too. False without git or a repository. */
export function hasUncommitted(root: string): boolean {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain', '--', '.'], { cwd: root, encoding: 'utf8' })
  return status === 0 && stdout !== ''
}
