/** The Vite configuration of build and dev: two environments with the same plugins, and the app's own options. */
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EnvironmentOptions, InlineConfig, Plugin, PluginOption, UserConfig } from 'vite'
import { relative, resolve } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import type { AppViteOptions } from './app-options.ts'
import { configGuard } from './config-guard.ts'

interface ViteConfigOptions {
  readonly paths: AppPaths
  /** The app's own options. */
  readonly own: AppViteOptions | undefined
  /** All plugins, including the app's own. */
  readonly plugins: readonly PluginOption[]
  /** Creates the plugins of one worker's build. */
  readonly workerPlugins: () => Plugin[]
  readonly client: EnvironmentOptions
  readonly ssr: EnvironmentOptions
  /** Environment of the stylesheet, in a build. */
  readonly styles?: EnvironmentOptions
  readonly mode: 'production' | 'development'
}

/**
 * The `exports` conditions for packages: Vite's own, preceded by the conditions under which the runtime exports its modules
 * one by one, and component packages export JSX. Written as literals, since loading Vite takes longer than a check.
 */
export const CONDITIONS = {
  client: ['fw-modules', 'solid', 'module', 'browser', 'development|production'],
  server: ['fw-modules', 'solid', 'module', 'node', 'development|production'],
} as const

/** Returns Vite's inline configuration for an app. Of the app's own options and the framework's, the framework's apply. */
export async function viteConfig(options: ViteConfigOptions): Promise<InlineConfig> {
  const { own } = options
  const config = frameworkConfig(options)
  if (own === undefined) return config
  const { mergeConfig } = await import('vite')
  const { build, worker: _worker, server: _server, environments = {}, ...shared } = own.options
  const browser = { ...environments.client, ...(build && { build }) }
  const styles = options.styles === undefined ? {} : { styles: browser }
  const merged = { ...shared, environments: { client: browser, ssr: environments.ssr ?? {}, ...styles } }
  return mergeConfig(merged, { ...config, plugins: [...options.plugins, configGuard(config)] })
}

/** Returns the app's own options for a separate bundle of a script that browsers run, such as the service worker. */
export function scriptOptions(own: AppViteOptions | undefined): UserConfig {
  const { resolve, define, json, assetsInclude, build, worker, environments } = own?.options ?? {}
  const client = environments?.client ?? {}
  return {
    resolve: { ...resolve, ...client.resolve },
    define: { ...define, ...client.define },
    ...(json && { json }),
    ...(assetsInclude && { assetsInclude }),
    ...(build && { build }),
    plugins: worker?.plugins?.() ?? [],
  }
}

function frameworkConfig(options: ViteConfigOptions): InlineConfig {
  const { paths, own } = options
  const hasPostcss = hasPostcssConfig(paths.root) || own?.options.css?.postcss !== undefined
  return {
    root: paths.root,
    configFile: false,
    // Vite would restart itself when an .env file changes, and close objects that dev still uses.
    envDir: false,
    mode: options.mode,
    appType: 'custom',
    logLevel: 'warn',
    clearScreen: false,
    cacheDir: `${paths.generatedDir}/cache/vite`,
    publicDir: 'public',
    plugins: [...options.plugins],
    worker: workerOptions(paths, options.workerPlugins, own),
    css: hasPostcss ? {} : { postcss: { plugins: [] } },
    resolve: { dedupe: ['solid-js', '@fw/runtime'] },
    builder: { sharedConfigBuild: true, sharedPlugins: true },
    environments: {
      client: options.client,
      ssr: options.ssr,
      ...(options.styles === undefined ? {} : { styles: options.styles }),
    },
  }
}

/**
 * Returns Vite's options for workers that the app's code starts. `plugins` creates the plugins of one worker's build.
 */
export function workerOptions(
  paths: AppPaths,
  plugins: () => Plugin[],
  own?: AppViteOptions,
): NonNullable<UserConfig['worker']> {
  const { format, plugins: ownPlugins } = own?.options.worker ?? {}
  return {
    ...(format && { format }),
    plugins: () => [...plugins(), ...(ownPlugins?.() ?? [])],
    rolldownOptions: {
      output: {
        // Vite sets no output folder for a worker: without this, map paths would be relative to the working directory.
        sourcemapPathTransform: (source, map) => relative(`${paths.clientOut}/assets`, resolve(dirname(map), source)),
      },
    },
  }
}

/**
 * Returns whether the app configures PostCSS. Vite would also search every parent folder, and use a configuration that
 * isn't the app's.
 */
export function hasPostcssConfig(root: string): boolean {
  return listPostcssConfigs(root).length > 0
}

/** Returns the app's configurations of PostCSS. Absolute. */
export function listPostcssConfigs(root: string): readonly string[] {
  return readdirSync(root).flatMap((name) => (POSTCSS_CONFIG.test(name) ? [`${root}/${name}`] : []))
}

/** Name of a configuration of PostCSS. */
export const POSTCSS_CONFIG = /^(?:postcss\.config\.|\.postcssrc)/
