import type { Recipe, RecipeApp } from '../recipe.ts'

const PLUGIN = "mdx({ jsx: true, providerImportSource: '/src/mdx.tsx' })"
const IMPORT = "import mdx from '@mdx-js/rollup'"
const VITE_CONFIG = /^\/vite\.config\.[cm]?[jt]s$/

/** Content in MDX: the plugin, the elements that it renders, and an example page. */
export const mdx: Recipe = {
  name: 'mdx',
  description: 'Content in MDX, with components and islands',
  devDependencies: { '@mdx-js/rollup': '3.1.1' },
  edit(app) {
    const vite = app.sources.find((file) => VITE_CONFIG.test(file.getFilePath()))
    if (vite !== undefined) return reportMissing(app, vite.getFilePath().slice(1))
    const outcome = app.codemods.addConfigField(app, {
      name: 'vite',
      value: `{ plugins: [${PLUGIN}] }`,
      imports: [IMPORT],
    })
    if (outcome !== 'added') reportMissing(app, 'fw.config.ts')
  },
}

/** Reports a configuration that the recipe doesn't change, unless it has the plugin. */
function reportMissing(app: RecipeApp, file: string): void {
  if (app.read(file)?.includes('@mdx-js/rollup')) return
  app.leave(file, `Add ${PLUGIN} to the plugins of Vite: ${IMPORT}.`)
}
