/**
 * The presets, each created once: Babel creates and validates a plugin again for every file unless it receives the same
 * item as before, which saves a sixth of the work.
 */
import { type ConfigItem, createConfigItem, type PluginTarget } from '@babel/core'
import typescriptPreset from '@babel/preset-typescript'
import solid from 'babel-preset-solid'
import { concatHtml } from './concat-html.ts'

const made = new Map<string, ConfigItem>()

function once(key: string, preset: PluginTarget, options: object): ConfigItem {
  let item = made.get(key)
  if (item === undefined) {
    item = createConfigItem([preset, options], { type: 'preset' })
    made.set(key, item)
  }
  return item
}

/** Strips types. */
export function babelTypescript(): ConfigItem {
  return once('typescript', typescriptPreset, {})
}

/**
 * `omitServerOnlyTemplates`: islands also render in browsers without HTML from the server. `moduleName`: the module that
 * the compiled code imports its functions from.
 */
export function solidJsx(generate: 'ssr' | 'dom', hydratable: boolean, moduleName = 'solid-js/web'): ConfigItem {
  const options = { generate, hydratable, moduleName, omitServerOnlyTemplates: false }
  return once(`solid ${generate} ${hydratable} ${moduleName}`, solid, options)
}

/**
 * Runs after Solid's preset on server code: see `concatHtml`. `entry` is the module that its helpers are imported from.
 */
export function htmlText(entry: string): ConfigItem {
  return once(`html ${entry}`, () => ({ plugins: [concatHtml(entry)] }), {})
}
