/** `@fw/runtime/client`: what runs in the browser. */
export type { StubCodec, StubError } from './browser/stub.ts'
export { stub } from './browser/stub.ts'
