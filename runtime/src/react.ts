/** `@fw/runtime/react`: React components as islands. Needs react and react-dom in the app. */
export { hostReact } from './react/host-server.ts'
export { island, type ReactIsland } from './react/island.ts'
