/**
 * `@fw/runtime/targets`: adapters of platforms, which the entries of `fw build --target` import. Not a public API: it may
 * change in any release.
 */
export { createAppHandler } from './targets/app-handler.ts'
export { createWorker } from './targets/cloudflare/create-worker.ts'
export { startOnDeno } from './targets/deno-server.ts'
export { startOnH3 } from './targets/h3-server.ts'
export { runLambdaClient } from './targets/lambda-client.ts'
export { createLambdaHandlers } from './targets/lambda-handler.ts'
export { createNetlifyFunction, createNetlifySchedule } from './targets/netlify-function.ts'
export { createVercelFunction } from './targets/vercel-function.ts'
