/** Refuses apps of other users: commands execute the configuration of an app, and its modules. */
import { lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from './cli-error.ts'

/** Bit of the mode of a folder. */
const OTHERS_MAY_WRITE = 0o002
/** Entries that commands execute or read settings from. `src` may be a link in the middle of a mark. */
const LOADED = ['src', 'dist', '.fw', '.env', 'node_modules', 'package.json', 'tsconfig.json', 'vite.config.ts']

interface AppFiles {
  /** Folder of the app. */
  readonly folder: string
  /** Files and folders by which an app is found, relative to `folder`. */
  readonly marks: readonly string[]
  /** Folder in which the command runs: `folder`, or a folder below it. */
  readonly cwd: string
}

/**
 * Throws `CliError` `foreign_app` if the app was found in a parent folder, or in a folder that everybody can write to, such as
 * `/tmp`, and belongs to a user that isn't trusted. Trusted are the current user, root, the user who has called sudo, and the
 * owner of `cwd`: in a container, root often works on mounted files of a user.
 */
export function refuseForeignApp({ folder, marks, cwd }: AppFiles): void {
  const { getuid } = process
  // Windows has no such ids.
  if (getuid === undefined) return
  const isShared = ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS_MAY_WRITE) !== 0
  if (folder === cwd && !isShared) return
  const user = getuid.call(process)
  const sudo = user === 0 ? Number(process.env.SUDO_UID) : user
  const trusted = new Set([user, sudo, 0, readOwner(cwd)])
  const isTrusted = (uid: number | undefined) => uid === undefined || trusted.has(uid)
  // Everybody can add any file to a shared folder. The owner of a link decides what it leads to.
  const entries = isShared ? [...marks, ...readdirSync(folder)] : [...marks, ...LOADED]
  const foreign = entries.find((mark) => !isTrusted(lstatSync(join(folder, mark), { throwIfNoEntry: false })?.uid))
  if (foreign === undefined && isTrusted(readOwner(folder))) return
  const path = foreign === undefined ? folder : join(folder, foreign)
  throw new CliError({
    code: 'foreign_app',
    title: `${path} belongs to another user, so the app in ${folder} was not loaded: its code would run with your rights.`,
    fix: 'Run this command inside your own app. If you trust this one, change its owner (chown), or copy it to a folder of your own.',
  })
}

function readOwner(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid
}
