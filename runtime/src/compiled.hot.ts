/**
 * `@fw/runtime/compiled/hot`: internal imports of compiled browser code in `fw dev`. Not a public API: it may change in any release.
 */
export * from './solid/hydration/checked-dom.ts'
export { beginComponent, keepModuleState, keepState } from './solid/islands/kept-state.ts'
export { swapIslands } from './solid/islands/swap-islands.ts'
