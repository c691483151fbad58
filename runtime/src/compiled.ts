/** `@fw/runtime/compiled`: what compiled components import on the server. Nothing here is promised to apps. */
export { defer } from './solid/defer.ts'
export { ssrIsland } from './solid/ssr-island.ts'
