/** The one Vite configuration of build and dev: two environments over the same plugins. */
import { readdirSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { EnvironmentOptions, InlineConfig, Plugin, PluginOption, UserConfig } from 'vite'
import type { AppPaths } from './app-paths.ts'

export interface ViteConfigOptions {
  readonly paths: AppPaths
  readonly plugins: readonly PluginOption[]
  /** Creates the plugins of one worker's build. */
  readonly workerPlugins: () => Plugin[]
  readonly client: EnvironmentOptions
  readonly ssr: EnvironmentOptions
  /** The one stylesheet, in a build. */
  readonly styles?: EnvironmentOptions
  readonly mode: 'production' | 'development'
}

/**
 * The conditions of `exports` that packages are chosen by: Vite's own, and before them the one under which a package of
 * components offers its JSX. Written out here, since loading Vite takes longer than a check.
 */
export const CONDITIONS = {
  client: ['solid', 'module', 'browser', 'development|production'],
  server: ['solid', 'module', 'node', 'development|production'],
} as const

/** Vite's inline configuration for an app; no `vite.config` file is read. */
export function viteConfig(options: ViteConfigOptions): InlineConfig {
  const { paths } = options
  return {
    root: paths.root,
    configFile: false,
    // Vite starts itself again when an .env file changes, and what dev holds of it would be closed.
    envDir: false,
    mode: options.mode,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: `${paths.generatedDir}/cache/vite`,
    publicDir: 'public',
    plugins: [...options.plugins],
    worker: workerOptions(paths, options.workerPlugins),
    css: hasPostcssConfig(paths.root) ? {} : { postcss: { plugins: [] } },
    resolve: { dedupe: ['solid-js', '@fw/runtime'] },
    builder: { sharedConfigBuild: true, sharedPlugins: true },
    environments: {
      client: options.client,
      ssr: options.ssr,
      ...(options.styles === undefined ? {} : { styles: options.styles }),
    },
  }
}

/** Vite's options for workers that the app's code starts. `plugins` creates those of one worker's build. */
export function workerOptions(paths: AppPaths, plugins: () => Plugin[]): NonNullable<UserConfig['worker']> {
  return {
    plugins,
    rolldownOptions: {
      output: {
        // Vite names no folder for the output of a worker: without this, maps lead to sources by way of the working directory.
        sourcemapPathTransform: (source, map) =>
          relative(`${paths.clientOut}/assets`, resolve(dirname(map), source)).replaceAll('\\', '/'),
      },
    },
  }
}

/** Vite would look in every folder above too, and take what it finds for the app's. */
function hasPostcssConfig(root: string): boolean {
  return readdirSync(root).some((name) => /^(?:postcss\.config\.|\.postcssrc)/.test(name))
}
