/** `@fw/compiler/vite`: the framework as a Vite plugin, for apps with a Vite configuration of their own. */
export { channelFiles, channelName } from './analyze/channel-files.ts'
export type { ChannelSource } from './build/channel-options.ts'
export { channelServerOptions } from './build/channel-options.ts'
export { fw } from './plugin.ts'
