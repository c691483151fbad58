/** The files of `src/channels/`, each a channel named by its relative path. Loads no TypeScript. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from '#slash-path.ts'

export const CHANNELS_DIR = 'src/channels'

const MODULE = /\.[cm]?[jt]sx?$/

/**
 * Returns the channel modules in `channelsDir`, as absolute paths if that is one, sorted. Files whose name begins with
 * `_` are shared code; declarations and tests are skipped. A missing directory means no channels.
 */
export function channelFiles(channelsDir: string): readonly string[] {
  if (!existsSync(channelsDir)) return []
  return readdirSync(channelsDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isChannel(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function isChannel(name: string): boolean {
  return MODULE.test(name) && !name.startsWith('_') && !/\.(?:d|test|spec)\.[cm]?[jt]sx?$/.test(name)
}

/**
 * Returns a channel's name: `support` for `src/channels/support.ts`, `team/support` for `src/channels/team/support.ts`.
 * In the Unicode form of URLs, since some file systems store another form.
 */
export function channelName(channelsDir: string, filePath: string): string {
  return relative(channelsDir, filePath).replace(MODULE, '').normalize('NFC')
}
