/**
 * Refuses stylesheets that name private files. Vite's own plugins resolve `url()` and `@import`, and can write the content
 * of a small file into the stylesheet, without the hooks of other plugins.
 */
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { ServerCodeFact } from '#analyze/modules/client-graph.ts'
import { toProjectName } from '#analyze/modules/workspace-files.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import { resolve } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import { findAssetReason, listNamedFiles } from './client-boundary.ts'
import { AppLinks } from './linked-sources.ts'
import { STYLESHEET } from './style-graph.ts'

/** The error of a stylesheet, which becomes a diagnostic. */
class PrivateFileError extends Error {
  readonly fact: ServerCodeFact

  constructor(fact: ServerCodeFact) {
    super(`The stylesheet ${fact.span.file} names ${fact.name}, ${fact.reason}.`)
    this.name = 'PrivateFileError'
    this.fact = fact
  }
}

/** Reads each stylesheet and its imports before Vite compiles it. */
export function styleFiles(app: { readonly paths: AppPaths }): Plugin {
  const links = new AppLinks(app)
  return {
    name: 'fw:style-files',
    enforce: 'pre',
    configureServer: ({ watcher }) => links.follow(watcher),
    transform: {
      order: 'pre',
      filter: { id: { include: STYLESHEET, exclude: /[\\/]node_modules[\\/]|^\0/ } },
      async handler(code, id) {
        const seen = new Set<string>()
        const check = async (file: string, text: string): Promise<void> => {
          if (seen.has(file) || file.includes('/node_modules/')) return
          seen.add(file)
          for (const url of listUrls(text)) {
            const named = await findFile(this, app.paths, url.path, file)
            if (named === undefined) continue
            const reason = findAssetReason(app.paths, links.list(), named)
            const { root } = app.paths
            if (reason !== undefined)
              throw new PrivateFileError({
                problem: 'file',
                name: toProjectName(root, named),
                reason,
                span: createSpan(toProjectName(root, file), text, url.start, url.end),
                chain: [],
              })
            if (STYLESHEET.test(named)) await check(named, await readFile(named, 'utf8'))
          }
        }
        await check(id.replace(/\?.*$/, ''), code)
        return null
      },
    },
  }
}

interface StyleUrl {
  /** Without quotes, escapes, query and fragment. */
  readonly path: string
  readonly start: number
  readonly end: number
}

/** Strings, and the content of `url()` without quotes. */
const URLS = /"([^"\n]*)"|'([^'\n]*)'|\burl\(\s*((?:\\.|[^"'()\s\\])+)\s*\)/g
const COMMENTS = /\/\*[\s\S]*?\*\//g
/** A URL with a scheme, of another host, or of an element. */
const ELSEWHERE = /^(?:[a-z][a-z\d+.-]+:|\/\/|#)/i

/** Returns everything in a stylesheet that could be the URL of a file. */
function listUrls(text: string): readonly StyleUrl[] {
  const code = text.replace(COMMENTS, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...code.matchAll(URLS)].flatMap(({ 0: whole, 1: double, 2: single, 3: bare, index }) => {
    const url = (double ?? single ?? bare ?? '').replace(/\\(\W)/g, '$1')
    const path = decodePath(url).replace(/[?#].*$/, '')
    return path === '' || ELSEWHERE.test(url) ? [] : [{ path, start: index, end: index + whole.length }]
  })
}

function decodePath(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** Returns the existing file that a URL of a stylesheet names. Imports of preprocessors lack endings and underscores. */
async function findFile(
  bundler: Pick<Rolldown.PluginContext, 'resolve'>,
  paths: AppPaths,
  path: string,
  file: string,
): Promise<string | undefined> {
  const ending = extname(file)
  const near = resolve(dirname(file), path)
  const partials = ending === '.css' ? [] : [`${near}${ending}`, `${dirname(near)}/_${basename(near)}${ending}`]
  const found = partials.find(isFile)
  // A word such as the name of a font isn't a path.
  if (found !== undefined || !/[./]/.test(path)) return found ?? [near].find(isFile)
  return (await listNamedFiles(bundler, paths, path, file)).find(isFile)
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
