import type { Recipe, RecipeApp } from '../recipe.ts'

const CONFIG = 'postcss.config.mjs'
/** Names under which the app may have a configuration of PostCSS already. */
const OTHER_CONFIGS = ['postcss.config.js', 'postcss.config.cjs', 'postcss.config.ts', '.postcssrc', '.postcssrc.json']
const STYLES = 'src/styles.css'
const IMPORT = /^\s*@import\s+["']tailwindcss["']/m

const IMPORTED = '@import "tailwindcss";\n'
/** At-rules that can't be inside a layer. */
const TOP_LEVEL = /@(?:charset|import|namespace|layer|theme|plugin|config|source|utility|variant|custom-variant)\b/

/** Tailwind 4 as a plugin of PostCSS, which `fw dev` and `fw build` run. */
export const tailwind: Recipe = {
  name: 'tailwind',
  description: 'Tailwind CSS 4, through PostCSS',
  devDependencies: { '@tailwindcss/postcss': '4.3.3', tailwindcss: '4.3.3' },
  edit(app) {
    const other = OTHER_CONFIGS.find((file) => app.read(file) !== undefined)
    const config = other ?? CONFIG
    const known = app.read(config)
    if (known === undefined) app.write(CONFIG, "export default { plugins: { '@tailwindcss/postcss': {} } }\n")
    else if (!known.includes('@tailwindcss/postcss')) app.leave(config, 'Add the plugin @tailwindcss/postcss.')
    addImport(app)
  },
}

/** Imports Tailwind. The rules of the app become a part of its layer `base`: rules outside layers would override every class. */
function addImport(app: RecipeApp): void {
  const styles = app.read(STYLES) ?? ''
  if (IMPORT.test(styles)) return
  const rules = styles.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim()
  const isLayered = rules === '' || TOP_LEVEL.test(rules)
  app.write(STYLES, isLayered ? insertImport(styles) : `${IMPORTED}\n${wrapInLayer(styles)}`)
  if (TOP_LEVEL.test(rules))
    app.leave(STYLES, 'Move its rules into @layer base { … }: rules outside layers override the classes of Tailwind.')
}

function wrapInLayer(styles: string): string {
  const lines = styles.trim().split(/\r?\n/)
  return ['@layer base {', ...lines.map((line) => (line === '' ? '' : `  ${line}`)), '}', ''].join('\n')
}

/** `@charset` must be the first rule, and `@import` must be before all others. */
function insertImport(styles: string): string {
  const charset = /^@charset [^;]*;\s*/.exec(styles)?.[0] ?? ''
  const rest = styles.slice(charset.length)
  return `${charset}${IMPORTED}${rest === '' ? '' : `\n${rest}`}`
}
