/** Fails if a plugin of the app changes an option on which the framework depends. */
import { SetupError } from '@fw/runtime/contract'
import type { InlineConfig, Plugin, ResolvedConfig } from 'vite'

/** Compares the options after all plugins have changed them with `expected`. */
export function configGuard(expected: InlineConfig): Plugin {
  return {
    name: 'fw:config-guard',
    configResolved: {
      order: 'post',
      handler(config) {
        const changed = listOptions(expected, config).find(
          ({ wanted, found }) => wanted !== undefined && wanted !== found,
        )
        if (changed === undefined) return
        const { name, wanted, found } = changed
        throw new SetupError(
          `A plugin of the app sets ${name} to ${JSON.stringify(found)}, which the framework sets to ${JSON.stringify(wanted)}. Remove the plugin, or that option of it.`,
        )
      },
    },
  }
}

interface ComparedOption {
  readonly name: string
  readonly wanted: unknown
  readonly found: unknown
}

const TOP = ['root', 'mode', 'appType', 'cacheDir'] as const
const BUILD = ['outDir', 'sourcemap', 'assetsInlineLimit', 'cssCodeSplit', 'modulePreload', 'copyPublicDir'] as const

function listOptions(expected: InlineConfig, config: ResolvedConfig): readonly ComparedOption[] {
  const { root, publicDir, environments = {} } = expected
  return [
    { name: 'base', wanted: '/', found: config.base },
    { name: 'publicDir', wanted: `${root}/${publicDir}`, found: config.publicDir },
    ...TOP.map((name) => ({ name, wanted: expected[name], found: config[name] })),
    ...Object.entries(environments).flatMap(([environment, { build = {} }]) =>
      BUILD.map((name) => ({
        name: `environments.${environment}.build.${name}`,
        wanted: build[name],
        found: config.environments[environment]?.build[name],
      })),
    ),
  ]
}
