/** `@fw/compiler/start`: what `fw start` needs of a build, and a shell of an app. Loads no compiler. */
export type { LoadedBuild, ServerBundle, StaticBuild } from './build/load-build.ts'
export { findStaticBuild, loadBuild, MissingBuildError } from './build/load-build.ts'
export type { ListedTool } from './build/read-tool-list.ts'
export { readToolList } from './build/read-tool-list.ts'
