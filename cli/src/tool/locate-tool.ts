/** Where a tool is written, for what `fw verify` has to say about it. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ApiTool } from '@fw/runtime/server'

/** Answers `src/server/shop.api.ts:12`; undefined for a tool of a page, and where the file does not show its line. */
export type LocateTool = (tool: string) => string | undefined

/** Reads the files of apis when a place is asked for. */
export async function createLocateTool(root: string, tools: readonly ApiTool[]): Promise<LocateTool> {
  const { describeApp } = await import('@fw/compiler/dev')
  const { apis } = await describeApp(root)
  return (name) => {
    const tool = tools.find((one) => one.name === name)
    const file = tool && apis.find((path) => basename(path).replace(/\.api\.\w+$/, '') === tool.module)
    return file && placeOf(root, file, tool.export)
  }
}

function placeOf(root: string, file: string, exportName: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  const line = lines.findIndex((text) => new RegExp(`^\\s*export\\s+const\\s+${exportName}\\b`).test(text))
  return line === -1 ? file : `${file}:${line + 1}`
}
