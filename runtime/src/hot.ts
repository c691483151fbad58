/** `@fw/runtime/hot`: what compiled browser code imports in `fw dev`. Nothing here is promised to apps. */
export { beginComponent, keepModuleState, keepState } from './solid/kept-state.ts'
export { swapIslands } from './solid/swap-islands.ts'
