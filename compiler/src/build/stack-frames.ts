/** Maps a stack string to positions in the sources, and returns the lines around the first frame of the app. */
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DevEnvironment } from 'vite'
import { findProjectName, toProjectPath } from '#analyze/modules/workspace-files.ts'
import { isBelow, toSlashes } from '#slash-path.ts'
import { isApiModule, type ServerPlaces } from '../analyze/modules/server-only.ts'
import { codeFrame } from '../diagnostic/code-frame.ts'
import type { DevFrame } from '../overlay/dev-error.ts'

/** A parsed line of a stack. */
interface RawFrame {
  readonly function?: string
  /** Path or URL. */
  readonly place: string
  readonly line: number
  readonly column: number
}

const MAX_FRAMES = 40
/** Length of a line that may be a frame. The time of the pattern grows with the square of the length. */
const MAX_LINE = 4096

/** V8 writes `at name (place:1:2)`, Firefox and Safari `name@place:1:2`. */
const FRAME =
  /^\s*(?:at (?:async )?(?:(.+?) \()?|([^\s@]*)@)((?:file:\/\/|https?:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/

export function parseStack(stack: string): readonly RawFrame[] {
  const frames: RawFrame[] = []
  for (const line of stack.split('\n')) {
    const [, v8, other, place, row, column] = (line.length <= MAX_LINE && FRAME.exec(line)) || []
    if (place === undefined || frames.length === MAX_FRAMES) continue
    const name = v8 ?? other
    frames.push({
      ...(name === undefined || name === '' || name === '<anonymous>' ? {} : { function: name }),
      place,
      line: Number(row),
      column: Number(column),
    })
  }
  return frames
}

/** Returns the frames of a server error, which Vite's runner has mapped to the sources already. */
export function serverFrames(stack: string, root: string): readonly DevFrame[] {
  return parseStack(stack).flatMap((frame) => {
    const file = toPath(frame.place, root)
    return isShown(file) ? [toDevFrame(frame, file, root)] : []
  })
}

/** A source map names a file by a URL, with or without its scheme. Both encode characters such as spaces. */
function toPath(place: string, root: string): string {
  if (place.startsWith('file://')) return fileURLToPath(place)
  const decoded = decodePath(place)
  return !isBelow(root, place) && isBelow(root, decoded) ? decoded : place
}

function decodePath(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Returns the frames of a browser's error, mapped by the source maps of the modules that Vite served. Any client may send a
 * stack, so only the files of these modules count as the app's: the lines around a frame of the app are shown.
 */
export async function browserFrames(
  stack: string,
  places: ServerPlaces,
  client: DevEnvironment,
): Promise<readonly DevFrame[]> {
  const frames = await Promise.all(parseStack(stack).map((frame) => mapFrame(frame, places, client)))
  return frames.filter((frame) => frame !== undefined)
}

async function mapFrame(frame: RawFrame, places: ServerPlaces, client: DevEnvironment): Promise<DevFrame | undefined> {
  if (!/^https?:/.test(frame.place) || !URL.canParse(frame.place)) return undefined
  const { root } = places
  const url = new URL(frame.place)
  // The client boundary throws for server modules.
  const node = await client.moduleGraph
    .getModuleByUrl(decodePath(url.pathname) + url.search.replace(/[?&]t=\d+/, ''))
    .catch(() => undefined)
  const file = node?.file ?? decodePath(url.pathname).replace(/^\/@fs(?=\/)/, '')
  // The browser has a stub of an api module.
  if (node === undefined || isApiModule(places, file)) return { ...toDevFrame(frame, file, root), isApp: false }
  const map = node.transformResult?.map
  if (map == null || !('version' in map)) return toDevFrame(frame, file, root)
  // of Vite's type, whose `file` is less specific than Node's
  const entry = new SourceMap(map as unknown as SourceMapPayload).findEntry(frame.line - 1, frame.column - 1)
  if (!('originalLine' in entry)) return toDevFrame(frame, file, root)
  return toDevFrame({ ...frame, line: entry.originalLine + 1, column: entry.originalColumn + 1 }, file, root)
}

/** Hides frames of Node and of Vite, which don't help the app's author. */
function isShown(file: string): boolean {
  return !file.startsWith('node:') && !/\/node_modules\/vite\//.test(file)
}

function toDevFrame(frame: RawFrame, path: string, root: string): DevFrame {
  const file = toSlashes(path).replace(/[?#].*$/, '')
  // A virtual module is code of the framework.
  const isHidden = file.startsWith('\0') || file.includes('/node_modules/') || file.includes('/.fw/')
  const own = isHidden ? undefined : findProjectName(root, file)
  return {
    file: own ?? packagePath(file),
    line: frame.line,
    column: frame.column,
    ...(frame.function === undefined ? {} : { function: frame.function }),
    isApp: own !== undefined,
  }
}

/** Returns a path such as `solid-js/dist/server.js`, wherever the package is installed. */
function packagePath(file: string): string {
  const inModules = file.lastIndexOf('/node_modules/')
  if (inModules !== -1) return file.slice(inModules + '/node_modules/'.length)
  const own = /\/(runtime|compiler)\/(?:src|dist)\/.*$/.exec(file)
  return own === null ? file.split('/').slice(-2).join('/') : `@fw${own[0].replace(/\/(?:src|dist)\//, '/')}`
}

/** Returns the lines around the first frame of the app, or `undefined` if no frame is the app's. */
export function frameText(frames: readonly DevFrame[], root: string): string | undefined {
  const first = frames.find(({ isApp }) => isApp)
  if (first === undefined) return undefined
  try {
    const text = readFileSync(toProjectPath(root, first.file), 'utf8')
    return codeFrame(text, { ...first, start: 0, end: 1 })
  } catch {
    return undefined
  }
}
