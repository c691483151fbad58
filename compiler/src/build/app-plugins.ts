/** The framework's plugins for one app: the same in build, dev and an app's own Vite configuration. */
import type { Plugin } from 'vite'
import { isAppSource } from './app-paths.ts'
import type { AppSource } from './app-source.ts'
import { causesPlugin } from './transform/causes-plugin.ts'
import { checkAssets, clientBoundary } from './transform/client-boundary.ts'
import { clientOnly } from './transform/client-only.ts'
import { directImports } from './transform/direct-imports.ts'
import { environmentFirst } from './transform/environment-first.ts'
import { leanPreload } from './transform/lean-preload.ts'
import { linkedSources } from './transform/linked-sources.ts'
import { plainImports } from './transform/plain-imports.ts'
import { pluginComponents } from './transform/plugin-components.ts'
import { hostReact } from './transform/react-components.ts'
import { routeParts } from './transform/route-parts.ts'
import { serverConfig } from './transform/server-config.ts'
import { serverFiles } from './transform/server-files.ts'
import { sharedChunks } from './transform/shared-chunks.ts'
import { sharedImports } from './transform/shared-imports.ts'
import { packageComponents, solidPackages } from './transform/solid-packages.ts'
import { sourcePaths } from './transform/source-paths.ts'
import { splitRuns } from './transform/split-runs.ts'
import { splitSolid } from './transform/split-solid.ts'
import { styleFiles } from './transform/style-files.ts'
import { dropClientStyles } from './transform/style-graph.ts'
import { apiModules, components, hooks, stores } from './transform/transforms.ts'
import { unsetVariables } from './transform/unset-variables.ts'
import { virtualModules } from './transform/virtual-modules.ts'

/**
 * Returns the boundary, the virtual modules and the transforms. The app's own plugins run between them: they can't replace the
 * boundary, and see the sources before JSX is compiled.
 */
export function appPlugins(app: AppSource, own: readonly Plugin[] = []): readonly Plugin[] {
  return [
    clientBoundary(app),
    checkAssets(app),
    routeParts(app),
    clientOnly(app),
    sourcePaths(app),
    linkedSources(app),
    virtualModules(app),
    environmentFirst(app),
    serverConfig(app),
    apiModules(app),
    ...own.map(forStylesToo),
    styleFiles(app),
    packageComponents(app),
    solidPackages(app),
    pluginComponents(app),
    stores(app),
    hooks(app),
    hostReact(app),
    components(app),
    splitRuns(app),
    directImports(app),
    leanPreload(),
    dropClientStyles(),
    plainImports(),
    serverFiles(app),
    splitSolid(),
    sharedChunks((file) => isAppSource(app.paths, file)),
    unsetVariables(),
    causesPlugin(app, { hasPlugins: own.length > 0 }),
    sharedImports(app),
  ]
}

/** Applies a plugin for either side to the stylesheet too, which contains the styles of both. */
function forStylesToo(plugin: Plugin): Plugin {
  const { applyToEnvironment } = plugin
  if (applyToEnvironment === undefined) return plugin
  return {
    ...plugin,
    async applyToEnvironment(environment) {
      const applies = (name: string) =>
        applyToEnvironment.call(plugin, Object.create(environment, { name: { value: name } }))
      const { name } = environment
      const applied = await (name === 'styles' ? (await applies('client')) || applies('ssr') : applies(name))
      // Vite accepts a promise of `true` too.
      return applied as Exclude<typeof applied, true>
    },
  }
}

/**
 * Returns the plugins of workers, which Vite builds separately from the code that starts them. A worker has no page:
 * its code has no styles, preloads or splitting, and agents' calls don't begin in it.
 */
export function workerPlugins(app: AppSource): Plugin[] {
  return [
    clientBoundary(app),
    checkAssets(app),
    routeParts(app),
    styleFiles(app),
    sourcePaths(app),
    linkedSources(app),
    packageComponents(app),
    solidPackages(app),
    virtualModules(app),
    apiModules(app),
    stores(app),
    hostReact(app),
    components(app),
    plainImports(),
    serverFiles(app),
  ]
}
