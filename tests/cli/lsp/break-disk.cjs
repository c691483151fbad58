// Makes every look at the file system fail while the working directory contains the file `broken`.
const fs = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')

const { existsSync } = fs
fs.existsSync = (path) => {
  if (String(path).includes('/src/hooks.ts') && existsSync('broken')) throw new Error('The disk is broken.')
  return existsSync(path)
}
syncBuiltinESMExports()
