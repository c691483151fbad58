/**
 * `@fw/compiler/dev`: runs apps from their sources, served or in process. Type checking runs in a child process, so
 * that no type checker is loaded here.
 */
export type { AppDescription } from './build/describe-app.ts'
export { describeApp } from './build/describe-app.ts'
export type { LockedServer, LockedTool, RemoteLock } from './build/remote-lock.ts'
export { getPinState as pinOf, readLock } from './build/remote-lock.ts'
export type { OpenApp, OpenAppOptions } from './dev/open-app.ts'
export { openApp } from './dev/open-app.ts'
export type { DevListener, DevServer, DevServerOptions } from './dev/server.ts'
export { createDevServer } from './dev/server.ts'
export type { DevToolsOptions } from './dev/tools/open-tools.ts'
export { openDevTools } from './dev/tools/open-tools.ts'
export { vitestPlugin } from './dev/vitest-plugin.ts'
