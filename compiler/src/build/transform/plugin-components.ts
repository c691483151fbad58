/**
 * Compiles the JSX of modules that plugins of the app create from other languages, such as MDX. It has the name of
 * vite-plugin-solid, whose `transform` other plugins look up and call.
 */
import type { Plugin } from 'vite'
import { mayHoldComponents } from '#jsx/component-units.ts'
import { isBelow } from '#slash-path.ts'
import type { AppSource } from '../app-source.ts'
import { jsxCompiler } from './jsx-compiler.ts'

/** Modules in languages of Vite, which the other transforms compile. */
const OWN_LANGUAGES = /\.(?:[cm]?[jt]sx?|json5?|css|less|sass|scss|styl|stylus|pcss|postcss|sss|html|wasm)(?:\?|$)/

/** Runs after the plugins of the app, unless they have `enforce: 'post'`. */
export function pluginComponents(app: AppSource): Plugin {
  return {
    name: 'solid',
    transform: {
      filter: { id: { exclude: [OWN_LANGUAGES, /^\0(?:fw|vite)[:/]/] } },
      async handler(code, id) {
        const file = `${id.split('?')[0]?.replace(/\.[jt]sx$/, '') ?? id}.tsx`
        if (!mayHoldComponents({ code, file }) || isPlainScript(this.parse, code)) return null
        const target = this.environment.name === 'client' ? 'dom' : 'ssr'
        const compile = async () => (await jsxCompiler()).compilePackageModule({ code, file }, target)
        const name = isBelow(app.paths.root, file) ? file.slice(app.paths.root.length) : file
        return app.jsx.through(['plugin', name, target, code], compile)
      },
    },
  }
}

/** Returns whether the code is JavaScript without JSX. */
function isPlainScript(parse: (code: string, options: { readonly lang: 'js' }) => unknown, code: string): boolean {
  try {
    parse(code, { lang: 'js' })
    return true
  } catch {
    return false
  }
}
