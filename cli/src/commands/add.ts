import { Command, Option } from 'clipanion'
import type { Recipe } from '../add/recipe.ts'
import { CliError } from '../cli-error.ts'
import { FwCommand } from './command.ts'

/** Names for shell completion, which is too slow if it loads the recipes. A test compares the two lists. */
const RECIPE_NAMES = ['tailwind', 'drizzle', 'better-auth', 'docker', 'ci', 'mdx']

/** `fw add` writes a recipe into an app: packages, files and settings. */
export class AddCommand extends FwCommand {
  static override paths = [['add']]
  static override values = { '': RECIPE_NAMES }
  static override usage = Command.Usage({
    description: 'Add a database, sign-in, Tailwind or another recipe to the app.',
    details:
      'Prints the changes as a diff, then asks. Without a terminal, writes only with --yes. A second run changes nothing. A file that exists and differs is reported and never overwritten. Without a name, lists the recipes.',
    examples: [
      ['List the recipes', '$0 add'],
      ['Show the changes, then ask', '$0 add tailwind'],
      ['Write the changes and install the packages', '$0 add drizzle --yes --install'],
    ],
  })

  recipe = Option.String({ required: false, name: 'recipe' })
  yes = Option.Boolean('-y,--yes', false, { description: 'Write the changes without asking.' })
  install = Option.Boolean('--install', false, { description: 'Run the package manager after the changes.' })
  json = Option.Boolean('--json', false, { description: 'Print the report as JSON, with the diff of each file.' })

  async execute(): Promise<number> {
    const { RECIPES } = await import('../add/recipe-list.ts')
    if (this.recipe === undefined) {
      this.io.result(this.json ? JSON.stringify(RECIPES.map(toEntry), undefined, 2) : listRecipes(RECIPES))
      return 0
    }
    const recipe = RECIPES.find(({ name }) => name === this.recipe)
    if (recipe === undefined)
      throw new CliError({
        code: 'unknown_recipe',
        title: `Unknown recipe "${this.recipe}".`,
        fix: `Available recipes: ${RECIPES.map(({ name }) => name).join(', ')}.`,
      })
    const { addRecipe } = await import('../add/add-recipe.ts')
    const { findPackageManager } = await import('../add/detect-manager.ts')
    const { detectPackageManager, isPackageManager } = await import('create-fw')
    const root = this.enterApp()
    const found = findPackageManager(root)
    const manager = found !== undefined && isPackageManager(found) ? found : detectPackageManager(this.io.env)
    const { yes, install, json } = this
    return addRecipe(this.io, recipe, { root, manager, yes, install, json })
  }
}

function toEntry({ name, description }: Recipe) {
  return { name, description }
}

function listRecipes(recipes: readonly Recipe[]): string {
  const width = Math.max(...recipes.map(({ name }) => name.length))
  return recipes.map(({ name, description }) => `${name.padEnd(width)}  ${description}`).join('\n')
}
