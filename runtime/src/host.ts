/** `@fw/runtime/host`: serves an app on Node. */
export type { Listening, ServeOptions } from './host/serve.ts'
export { createNodeListener, serve } from './host/serve.ts'
