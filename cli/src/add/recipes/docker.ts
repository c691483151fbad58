import { readSharedFile } from 'create-fw'
import type { Recipe } from '../recipe.ts'
import { addFile } from '../to-codemod.ts'

/** Container image, as new apps have it. */
export const docker: Recipe = {
  name: 'docker',
  description: 'Dockerfile and .dockerignore of the starter',
  edit(app) {
    for (const path of ['Dockerfile', '.dockerignore']) addFile(app, path, readSharedFile(path, app))
  },
  next: ['docker build --tag app .'],
}
