// Writes the TypeScript packages that a process loads to `loaded.txt` in its working directory, one path a line.
const { appendFileSync } = require('node:fs')
const Module = require('node:module')

const resolve = Module._resolveFilename
Module._resolveFilename = function (...args) {
  const path = resolve.apply(this, args)
  if (/node_modules\/(?:typescript|@typescript)\//.test(path)) appendFileSync('loaded.txt', `${path}\n`)
  return path
}
