/** Recipes in the order of `fw add`. */
import type { Recipe } from './recipe.ts'
import { betterAuth } from './recipes/better-auth.ts'
import { ci } from './recipes/ci.ts'
import { docker } from './recipes/docker.ts'
import { drizzle } from './recipes/drizzle.ts'
import { mdx } from './recipes/mdx.ts'
import { tailwind } from './recipes/tailwind.ts'

export const RECIPES: readonly Recipe[] = [tailwind, drizzle, betterAuth, docker, ci, mdx]
