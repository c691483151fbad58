/** `@fw/compiler/vite`: the framework as a Vite plugin, for apps with a Vite configuration of their own. */
export { fw } from './plugin.ts'
