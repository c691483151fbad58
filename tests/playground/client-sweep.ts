/** Finds server code, environment values and local paths in the files that a build makes for browsers. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isApiModule, serverOnlyReason } from '../../compiler/src/analyze/modules/server-only.ts'
import { appPaths } from '../../compiler/src/build/app-paths.ts'

/** Shorter lines and strings are the same in too many files. */
const LEAST_LINE = 24
const LEAST_STRING = 16

const SOURCE = /\.(?:[cm]?[jt]sx?|md)$/
const COMPRESSED = /\.(?:br|gz)$/
/** Rendered pages and their data contain strings of the server on purpose. */
const PROGRAM = /\.(?:[cm]?js|css|map)$/
/** Sources of packages, ours included: anyone can read them. */
const PACKAGE = /\/node_modules\/|\/runtime\/dist\//

export interface SweepOptions {
  /** The folder of the built app. */
  readonly root: string
  /** Strings that no file may contain, by the name that the message shows. */
  readonly secrets: Readonly<Record<string, string>>
}

/** Returns one sentence for each file and each string in it that belongs to the server. */
export function sweepClient({ root, secrets }: SweepOptions): readonly string[] {
  const serverTexts = readServerTexts(root)
  const files = listFiles(join(root, 'dist/client')).filter((file) => !COMPRESSED.test(file))
  return files.flatMap((file) => {
    const content = readFileSync(join(root, 'dist/client', file), 'utf8')
    const code = PROGRAM.test(file) ? readCode(file, content) : ''
    return [
      ...Object.entries(secrets).flatMap(([name, value]) =>
        content.includes(value) ? [`${file} contains ${name}`] : [],
      ),
      ...serverTexts.flatMap(({ from, text }) =>
        code.includes(text) ? [`${file} contains, of ${from}: ${text}`] : [],
      ),
    ]
  })
}

/** Returns the code of the app in a file: of a source map the sources, whose quotes and line ends JSON escapes. */
function readCode(file: string, content: string): string {
  if (!file.endsWith('.map')) return content
  const { sources, sourcesContent } = JSON.parse(content) as Record<'sources' | 'sourcesContent', string[]> // a bundler's
  return sourcesContent.filter((_text, index) => !PACKAGE.test(sources[index] ?? '')).join('\n')
}

interface ServerText {
  readonly from: string
  readonly text: string
}

/** Returns the lines and string literals of server modules that no other file of the app contains. */
function readServerTexts(root: string): readonly ServerText[] {
  const places = appPaths(root, {})
  const sources = listFiles(join(root, 'src'))
    .filter((file) => SOURCE.test(file))
    .map((file) => ({ file: `src/${file}`, content: readFileSync(join(root, 'src', file), 'utf8') }))
  const isOfServer = ({ file }: { readonly file: string }) =>
    isApiModule(places, join(root, file)) || serverOnlyReason(places, join(root, file)) !== undefined
  const others = sources.filter((source) => !isOfServer(source)).map(({ content }) => content)
  return sources
    .filter(isOfServer)
    .flatMap(({ file, content }) =>
      [...new Set([...listLines(content), ...listStrings(content)])]
        .filter((text) => !others.some((other) => other.includes(text)))
        .map((text) => ({ from: file, text })),
    )
}

function listLines(content: string): readonly string[] {
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= LEAST_LINE && !line.startsWith('import '))
}

function listStrings(content: string): readonly string[] {
  return [...content.matchAll(/'([^'\n]+)'|"([^"\n]+)"|`([^`$]+)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter((text) => text.length >= LEAST_STRING)
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
}
