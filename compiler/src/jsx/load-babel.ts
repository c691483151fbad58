/** Loads Babel's packages together at their first use. */
import { createRequire } from 'node:module'

let isLoaded = false

/**
 * If Node maps stacks to sources, as in dev, it reads the source map of every loaded file, and searches all of them
 * each time that Babel creates a template: a third of the first page's time. Positions in Babel's own sources aren't
 * needed.
 */
export function loadBabel(): void {
  if (isLoaded) return
  isLoaded = true
  // Bun doesn't have this.
  const isMapping = process.sourceMapsEnabled === true
  if (isMapping) process.setSourceMapsEnabled(false)
  try {
    // Synchronously: other files that are loaded meanwhile would lose their maps.
    const require = createRequire(import.meta.url)
    for (const name of ['@babel/core', '@babel/preset-typescript', 'babel-preset-solid']) require(name)
  } finally {
    if (isMapping) process.setSourceMapsEnabled(true)
  }
}
