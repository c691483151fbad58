/** `@fw/runtime/client`: what runs in the browser. */
export { boot } from './browser/boot.ts'
export type { CallAnswer } from './browser/call-intent.ts'
export type { StubCodec, StubError } from './browser/stub.ts'
export { stub } from './browser/stub.ts'
export type { WindowFw } from './browser/window-fw.ts'
export { mountIsland } from './solid/mount-island.ts'
