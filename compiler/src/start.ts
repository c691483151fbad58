/**
 * `@fw/compiler/start`: loads a built app for `fw start`, and reads the tool list for shell completion. Loads no
 * compiler.
 */
export type { BuildSources } from './analyze/modules/build-sources.ts'
export { readBuildSources } from './analyze/modules/build-sources.ts'
export type { LoadedBuild, ServerBundle, StaticBuild } from './build/load-build.ts'
export { findStaticBuild, loadBuild, MissingBuildError } from './build/load-build.ts'
export type { ListedTool } from './build/read-tool-list.ts'
export { readToolList } from './build/read-tool-list.ts'
