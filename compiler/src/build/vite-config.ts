/** The Vite configuration of build and dev: two environments with the same plugins. */
import { readdirSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { EnvironmentOptions, InlineConfig, Plugin, PluginOption, UserConfig } from 'vite'
import type { AppPaths } from './app-paths.ts'

interface ViteConfigOptions {
  readonly paths: AppPaths
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

/** Returns Vite's inline configuration for an app; no `vite.config` file is read. */
export function viteConfig(options: ViteConfigOptions): InlineConfig {
  const { paths } = options
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

/**
 * Returns Vite's options for workers that the app's code starts. `plugins` creates the plugins of one worker's build.
 */
export function workerOptions(paths: AppPaths, plugins: () => Plugin[]): NonNullable<UserConfig['worker']> {
  return {
    plugins,
    rolldownOptions: {
      output: {
        // Vite sets no output folder for a worker: without this, map paths would be relative to the working directory.
        sourcemapPathTransform: (source, map) =>
          relative(`${paths.clientOut}/assets`, resolve(dirname(map), source)).replaceAll('\\', '/'),
      },
    },
  }
}

/**
 * Returns whether the app configures PostCSS. Vite would also search every parent folder, and use a configuration that
 * isn't the app's.
 */
export function hasPostcssConfig(root: string): boolean {
  return readdirSync(root).some((name) => /^(?:postcss\.config\.|\.postcssrc)/.test(name))
}
