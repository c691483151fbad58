/** Babel's packages, loaded together at their first use. */
import { createRequire } from 'node:module'

let isLoaded = false

/**
 * Where Node maps stacks to sources, as in dev, it reads the map of every file that is loaded, and looks into all of them
 * each time that Babel makes a template: a third of the first page. Nobody asks for places in Babel's own sources.
 */
export function loadBabel(): void {
  if (isLoaded) return
  isLoaded = true
  // Not known to Bun.
  const isMapping = process.sourceMapsEnabled === true
  if (isMapping) process.setSourceMapsEnabled(false)
  try {
    // At once: what else is loaded meanwhile would lose its map.
    const require = createRequire(import.meta.url)
    for (const name of ['@babel/core', '@babel/preset-typescript', 'babel-preset-solid']) require(name)
  } finally {
    if (isMapping) process.setSourceMapsEnabled(true)
  }
}
