/** Channels for hosts that make their server themselves (interface.md: Low-level server exports). */
import { resolve } from 'node:path'
import { CHANNELS_DIR, channelFiles, channelName } from '../analyze/channel-files.ts'

/** Where `channelFiles` and `channelServerOptions` look for channels. */
export interface ChannelSource {
  /** Folder of the app. */
  readonly root: string
  /** Default `src/channels`. */
  readonly channelsDir?: string
}

/**
 * The `channels` option of `createFwServer`. `load` imports a module by its absolute path, as Vite's `ssrLoadModule` or
 * `import()` do. Rejects for a file without a default export.
 */
export async function channelServerOptions<Channel = unknown>(
  { root, channelsDir = CHANNELS_DIR }: ChannelSource,
  load: (filePath: string) => Promise<unknown>,
): Promise<{ readonly channels: Readonly<Record<string, Channel>> }> {
  const folder = resolve(root, channelsDir)
  const entries = await Promise.all(
    channelFiles(folder).map(async (file) => {
      const module = (await load(file)) as { readonly default?: Channel } // any module has this form
      if (module.default === undefined)
        throw new Error(`The channel ${file} has no default export. Write: export default webhookChannel({ … })`)
      return [channelName(folder, file), module.default] as const
    }),
  )
  return { channels: Object.fromEntries(entries) }
}
