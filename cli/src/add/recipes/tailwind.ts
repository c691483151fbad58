import type { Recipe } from '../recipe.ts'

const CONFIG = 'postcss.config.mjs'
/** Names under which the app may have a configuration of PostCSS already. */
const OTHER_CONFIGS = ['postcss.config.js', 'postcss.config.cjs', 'postcss.config.ts', '.postcssrc', '.postcssrc.json']
const STYLES = 'src/styles.css'
const IMPORT = /^\s*@import\s+["']tailwindcss["']/m

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
    const styles = app.read(STYLES)
    if (styles === undefined) app.write(STYLES, '@import "tailwindcss";\n')
    else if (!IMPORT.test(styles)) app.write(STYLES, insertImport(styles))
  },
}

/** `@charset` must be the first rule, and `@import` must be before all others. */
function insertImport(styles: string): string {
  const charset = /^@charset [^;]*;\s*/.exec(styles)?.[0] ?? ''
  return `${charset}@import "tailwindcss";\n\n${styles.slice(charset.length)}`
}
