/** `@fw/compiler/dev`: the development server. Loads no type checker: that runs in a process of its own. */
export type { DevServer, DevServerOptions } from './build/dev-server.ts'
export { createDevServer } from './build/dev-server.ts'
