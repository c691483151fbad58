import { readSharedFile } from 'create-fw'
import type { Recipe } from '../recipe.ts'
import { addFile } from '../to-codemod.ts'

const WORKFLOW = '.github/workflows/ci.yml'

/** Workflow for GitHub Actions, as new apps have it. */
export const ci: Recipe = {
  name: 'ci',
  description: 'Workflow for GitHub Actions: build, check, tests, evals',
  edit: (app) => addFile(app, WORKFLOW, readSharedFile(WORKFLOW, app)),
}
