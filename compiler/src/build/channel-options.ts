/** Channels for hosts that create their server themselves. */
import { resolve } from '#slash-path.ts'
import { CHANNELS_DIR, channelFiles, channelName } from '../analyze/channel-files.ts'

/** Where `channelFiles` and `channelServerOptions` search for channels. */
export interface ChannelSource {
  /** The app's folder. */
  readonly root: string
  /**
   *
   * @default `src/channels`
   */
  readonly channelsDir?: string
}

/**
 * Returns the `channels` option of `createFwServer`. `load` imports a module by its absolute path, as Vite's
 * `ssrLoadModule` or `import()` do. Rejects if a file has no default export.
 */
export async function channelServerOptions<Channel = unknown>(
  { root, channelsDir = CHANNELS_DIR }: ChannelSource,
  load: (filePath: string) => Promise<unknown>,
): Promise<{ readonly channels: Readonly<Record<string, Channel>> }> {
  const folder = resolve(root, channelsDir)
  const entries = await Promise.all(
    channelFiles(folder).map(async (file) => {
      const module = (await load(file)) as { readonly default?: Channel } // every module has this shape
      if (module.default === undefined)
        throw new Error(`The channel ${file} has no default export. Write: export default webhookChannel({ … })`)
      return [channelName(folder, file), module.default] as const
    }),
  )
  return { channels: Object.fromEntries(entries) }
}
