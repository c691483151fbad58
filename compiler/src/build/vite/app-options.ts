/** The app's own options of Vite: the field `vite` of `fw.config.ts`, or its `vite.config.ts`. */
import { readdirSync } from 'node:fs'
import { formatCount, getMessage, isSetupError, SetupError, type ViteOptions } from '@fw/runtime/contract'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'
import { findViteProblems, VITE_CONFIG_FILE } from '#analyze/vite-options.ts'
import { toSlashes } from '#slash-path.ts'
import { explainLoadFailure } from '../load-failure.ts'

export interface AppViteOptions {
  /** Options without `plugins`. */
  readonly options: Omit<UserConfig, 'plugins'>
  readonly plugins: readonly Plugin[]
  /** The configuration file of Vite and its imports; none for options of `fw.config.ts`. Absolute. */
  readonly files: readonly string[]
}

/**
 * Loads the options. `given` is the field of `fw.config.ts`. Returns `undefined` for an app without options.
 *
 * @throws `SetupError` that names every option and plugin that the framework can't apply.
 */
export async function loadViteOptions(
  root: string,
  command: ConfigEnv['command'],
  given: ViteOptions | undefined,
): Promise<AppViteOptions | undefined> {
  const name = findViteConfig(root)
  if (name === undefined) return given && readOptions('fw.config.ts', given as UserConfig, 'vite')
  if (given !== undefined)
    throw new SetupError(
      `The app has options of Vite in ${name} and in the field vite of fw.config.ts. Move them to one of the two.`,
    )
  const { loadConfigFromFile } = await import('vite')
  const mode = command === 'build' ? 'production' : 'development'
  const environment = { command, mode, isSsrBuild: false, isPreview: false }
  const loaded = await loadConfigFromFile(environment, `${root}/${name}`, root, 'silent').catch(
    async (error: unknown) => {
      throw await explainLoadFailure(error, name, root)
    },
  )
  const { config, path = '', dependencies = [] } = loaded ?? { config: {} }
  const files = [path, ...dependencies].map(toSlashes)
  return { ...(await readOptions(name, config, '')), files: [...new Set(files)] }
}

/**
 * Returns the result of `create`, which configures Vite.
 *
 * @throws `SetupError` if it fails with plugins of the app: they run first then.
 */
export async function configureVite<T>(own: AppViteOptions | undefined, create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (own === undefined || own.plugins.length === 0 || isSetupError(error)) throw error
    throw new SetupError(`Vite can't be configured with the plugins of the app. ${getMessage(error)}`, { cause: error })
  }
}

/** Returns the name of the app's configuration file of Vite, if there is one. */
export function findViteConfig(root: string): string | undefined {
  return readdirSync(root).find((name) => VITE_CONFIG_FILE.test(name))
}

async function readOptions(file: string, config: UserConfig, prefix: 'vite' | ''): Promise<AppViteOptions> {
  const { plugins: given, ...options } = config
  const { plugins, problems } = await readPlugins(given)
  const found = [...findViteProblems(config, prefix).map(({ message }) => message), ...problems]
  if (found.length > 0)
    throw new SetupError(
      [`${file} has ${formatCount(found.length, 'problem')}:`, ...found.map((line) => `  ${line}`)].join('\n'),
    )
  return { options, plugins, files: [] }
}

/** Plugins that do what the framework does itself, by their names: what to do instead. */
const INSTEAD: readonly (readonly [name: RegExp, instead: string])[] = [
  [
    /^solid$/,
    'vite-plugin-solid compiles components a second time. Remove it: the framework compiles the JSX of the app and of its plugins. Tests that need it have a vitest.config.ts.',
  ],
  [
    /^(?:@solidjs\/|solid-)start\b/,
    'SolidStart has its own routes and server. Remove it: src/routes contains the pages.',
  ],
  [
    /^vite:react-(?:babel|swc|refresh)$|^vite:react:/,
    'The plugin of React compiles components a second time. Remove it: the framework compiles React islands.',
  ],
  [
    /^vite-plugin-pwa\b/,
    'vite-plugin-pwa precaches the HTML files of a build and registers its worker in index.html, and this app has neither. Write src/sw.ts, the offline worker of the framework, and put manifest.webmanifest into public/.',
  ],
]

interface ReadPlugins {
  readonly plugins: readonly Plugin[]
  readonly problems: readonly string[]
}

/** Reads the plugins as Vite does. A `vite.config.ts` may contain the framework's own plugin, for "vite build". */
async function readPlugins(given: unknown): Promise<ReadPlugins> {
  const plugins: Plugin[] = []
  const problems = new Set<string>()
  const read = async (option: unknown): Promise<void> => {
    const value = await option
    if (value === false || value === null || value === undefined) return
    if (Array.isArray(value)) {
      for (const item of value) await read(item)
    } else if (isPlugin(value)) {
      const [, instead] = INSTEAD.find(([name]) => name.test(value.name)) ?? []
      if (instead !== undefined) problems.add(instead)
      if (value.name !== 'fw' && !value.name.startsWith('fw:')) plugins.push(value)
    } else problems.add('plugins contains a value that is not a plugin. Call the function of the package: icons().')
  }
  await read(given)
  return { plugins, problems: [...problems] }
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}
