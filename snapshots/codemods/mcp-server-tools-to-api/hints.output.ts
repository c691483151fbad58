// @file package.json
{ "name": "files-mcp", "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "dependencies": { "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "type": "module" }
// @file src/server/files.api.ts
import { api } from '@fw/runtime'
import { z } from 'zod'
const HINTS = { readOnlyHint: true }

// fw-codemod mcp-server-tools-to-api: The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.
export const removeFolder = api({
  description: 'Removes a folder.',
  input: z.object({ path: z.string() }),
  guard: 'confirm',
  run: async ({ input: { path } }) => {
  return path
},
})

export const read = api({
  description: 'Reads.',
  readonly: true,
  run: async () => {
  return 'read'
},
})

export const add = api({
  description: 'Adds.',
  run: async () => {
  return 'added'
},
})

export const write = api({
  description: 'Writes.',
  guard: 'confirm',
  run: async () => {
  return 'written'
},
})

// fw-codemod mcp-server-tools-to-api: Convert these options of the tool by hand: annotations.
export const list = api({
  description: 'Lists.',
  guard: 'confirm',
  run: async () => {
  return 'listed'
},
})

export const ping = api({
  description: 'Pings.',
  readonly: true,
  run: async () => 'pong',
})

export const clear = api({
  description: 'Clears.',
  guard: 'confirm',
  run: async () => 'cleared',
})
// @file tsconfig.json
{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "strict": true,
    "isolatedModules": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": [".fw/types/register.d.ts"],
  "include": ["src", "fw.config.ts", ".fw/types"]
}
// @left src/server/files.api.ts:6 The transport no longer protects these tools: neither stdio, nor middleware that checks a bearer token. fw serves them over HTTP, so identify the caller in src/ctx.ts and restrict access with scopes.
// @left src/server/files.api.ts:39 Convert these options of the tool by hand: annotations.
