/** Maps the stack of an error in the built server to the line of the app that caused it. */
import { readFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { relative, resolve } from '#slash-path.ts'

/** Lines and columns start at 1; `file` is relative to the app root, with `/`. */
export interface SourcePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

const FRAME = /\(?((?:file:\/\/)?\/?[^()\s]+\.js):(\d+):(\d+)\)?$/

/** Creates a reader that uses the source maps in `dist/server`, to which no file refers. */
export function createPositionReader(root: string): (error: unknown) => SourcePosition | undefined {
  const maps = new Map<string, nodeModule.SourceMap | undefined>()
  const findSourceMap = (file: string): nodeModule.SourceMap | undefined => {
    if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
    return maps.get(file)
  }
  return (error) => {
    const stack = error instanceof Error ? (error.stack ?? '') : ''
    for (const line of stack.split('\n').slice(1)) {
      const [, url, row, column] = FRAME.exec(line.trim()) ?? []
      if (url === undefined) continue
      const file = url.startsWith('file:') ? fileURLToPath(url) : url
      const entry = findSourceMap(file)?.findEntry(Number(row) - 1, Number(column) - 1)
      if (entry === undefined || !('originalSource' in entry)) continue
      const source = relative(root, resolve(dirname(file), entry.originalSource))
      if (source.startsWith('..') || source.includes('node_modules/') || source.includes(':')) continue
      return { file: source, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
    }
    return undefined
  }
}

function readMap(file: string): nodeModule.SourceMap | undefined {
  try {
    return new nodeModule.SourceMap(JSON.parse(readFileSync(file, 'utf8')) as nodeModule.SourceMapPayload)
  } catch {
    return undefined // no map, or a runtime without the class: the message then names only the page
  }
}
