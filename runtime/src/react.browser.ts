/** `@fw/runtime/react` in the browser. */
export { hostReact } from './react/host-client.ts'
export { island, type ReactIsland } from './react/island.ts'
export { mountReactIsland } from './react/mount-island.ts'
