/** `@fw/compiler/start`: what `fw start` needs of a build. Loads no compiler. */
export type { LoadedBuild, ServerBundle } from './build/load-build.ts'
export { loadBuild, MissingBuildError } from './build/load-build.ts'
