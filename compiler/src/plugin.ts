/**
 * The framework as a Vite plugin: `vite build` then produces the output of `fw build`, and runs the app's own plugins.
 */
import { checkConfig, escapeHidden, type FwConfig } from '@fw/runtime/contract'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'
import { resolve } from '#slash-path.ts'
import { type AppBundles, bundlePlugins, createBundles } from './build/app-bundles.ts'
import { appPaths } from './build/app-paths.ts'
import { lateSource } from './build/app-source.ts'
import { writeFonts } from './build/assets/fonts.ts'
import { readConfig } from './build/load-config.ts'
import { openStaticSite } from './build/static-site.ts'
import { checkModel } from './build/steps/check-model.ts'
import { explainFailure, stopAt } from './build/steps/explain-failure.ts'
import { writeStaticSite } from './build/steps/run-steps.ts'
import { workerOptions } from './build/vite/vite-config.ts'
import { writeApp } from './build/write-generated.ts'
import { serverOptions } from './emit/server-entry.ts'

/**
 * Creates the plugins for `vite build`; develop with `fw dev`. Options are the fields of `fw.config.ts` and override
 * them. If the app breaks rules, the build stops with a `BuildError` and writes nothing.
 */
export function fw(options: FwConfig = {}): Plugin[] {
  let bundles: AppBundles | undefined
  const known = bundlePlugins(
    lateSource(() => {
      if (bundles === undefined) throw new Error('The fw plugin was used before Vite had configured it.')
      return bundles.app
    }),
  )
  const main: Plugin = {
    name: 'fw',
    enforce: 'pre',
    async config(user: UserConfig, { command }: ConfigEnv) {
      if (command === 'serve') throw new Error('The fw plugin is for "vite build". Develop with "fw dev".')
      const root = resolve(user.root ?? process.cwd())
      const log = (line: string) => console.error(escapeHidden(line, '\n\t'))
      checkConfig(options, 'fw()')
      const { config: written, vite } = await readConfig(root)
      if (vite !== undefined || options.vite !== undefined)
        throw new Error(
          'With "vite build", the options of Vite are those of vite.config.ts. Move the field vite there.',
        )
      if (options.feed !== undefined)
        throw new Error(
          'feed holds a function, which the plugin cannot write into the bundle. Export it from src/feed.ts.',
        )
      const model = await checkModel(root, { ...written, ...options }, log)
      await writeFonts(root, model.config)
      await writeApp(model)
      const paths = appPaths(root, model.config)
      const made = createBundles(model, paths, { known, overrides: serverOptions(options) })
      bundles = made
      return {
        appType: 'custom',
        worker: workerOptions(paths, made.workerPlugins),
        environments: made.environments,
        builder: {
          sharedConfigBuild: true,
          sharedPlugins: true,
          async buildApp(builder) {
            const site = await openStaticSite(model, paths)
            await site?.begin()
            await explainFailure({ root: model.root, log }, () => made.client(builder))
            if (site !== undefined) stopAt(await site.checkIslands(made.clientGraph), log)
            await explainFailure({ root: model.root, log }, () => made.server(builder))
            if (site !== undefined) await writeStaticSite(site, log)
            await explainFailure({ root: model.root, log }, () => made.worker())
          },
        },
      }
    },
  }
  return [main, ...known.plugins]
}
