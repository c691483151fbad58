/** Finds the source location of a tool, for the messages of `fw verify`. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ApiTool } from '@fw/runtime/server'

/** Returns a location such as `src/server/shop.api.ts:12`, or the file alone. `undefined` for a page tool. */
export type LocateTool = (tool: string) => string | undefined

/** Creates a function that locates a tool. It reads the tool's api file on each call. */
export async function createLocateTool(root: string, tools: readonly ApiTool[]): Promise<LocateTool> {
  const { describeApp } = await import('@fw/compiler/dev')
  const { apis } = await describeApp(root)
  return (name) => {
    const tool = tools.find((one) => one.name === name)
    const file = tool && apis.find((path) => basename(path).replace(/\.api\.\w+$/, '') === tool.module)
    return file && findLocation(root, file, tool.export)
  }
}

function findLocation(root: string, file: string, exportName: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const line = lines.findIndex((text) => new RegExp(`^\\s*export\\s+const\\s+${exportName}\\b`).test(text))
  return line === -1 ? file : `${file}:${line + 1}`
}
