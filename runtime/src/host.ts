/** `@fw/runtime/host`: serves an app on Node and on Bun. */
export type { Listening, ServeOptions } from './host/listening.ts'
export { createNodeListener } from './host/node-host.ts'
export { serve } from './host/serve.ts'
export type { UpgradeListener } from './host/upgrade.ts'
export { createUpgradeListener } from './host/upgrade.ts'
