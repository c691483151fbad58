/** `@fw/runtime/react` in the browser. */
export { hostReact } from './react/host-client.ts'
export { island } from './react/island.ts'
export { mountReactIsland } from './react/mount-island.ts'
