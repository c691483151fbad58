/** `@fw/compiler/start`: what `fw start` needs of a build. Loads no compiler. */
export type { LoadedBuild, ServerBundle, StaticBuild } from './build/load-build.ts'
export { findStaticBuild, loadBuild, MissingBuildError } from './build/load-build.ts'
