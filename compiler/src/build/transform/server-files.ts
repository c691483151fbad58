/**
 * `new URL('./words.txt', import.meta.url)` in server code: the file is copied beside the server's bundle, and the URL
 * refers to the copy. In dev the modules run in place.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import type { Plugin } from 'vite'
import { join, resolve } from '#slash-path.ts'
import { type AppPaths, isAppSource } from '../app-paths.ts'

const FILE_URL = /new\s+URL\(\s*(['"`])(\.{1,2}\/[^'"`?#$\\]+)\1\s*,\s*import\.meta\.url\s*\)/g
/** Placeholder for the path from a chunk to the server's files. */
const MARK = '__FW_SERVER_FILES__/'
const FOLDER = 'files'
/** A module that is loaded by its URL isn't copied: `new Worker(new URL('./worker.ts', import.meta.url))`. */
const CODE = /\.[cm]?[jt]sx?$/

/** Creates the plugin, for the server of a build. */
export function serverFiles(app: { readonly paths: AppPaths }): Plugin {
  const files = new Map<string, Uint8Array>()
  return {
    name: 'fw:server-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { code: /import\.meta\.url/ },
      async handler(code, id) {
        const importer = id.replace(/\?.*$/, '')
        if (!isAppSource(app.paths, importer)) return null
        let changed = code
        for (const [whole, , path = ''] of code.matchAll(FILE_URL)) {
          const file = resolve(dirname(importer), decodeURI(path))
          if (CODE.test(file) || !isAppSource(app.paths, file)) continue
          if (!((await stat(file).catch(() => undefined))?.isFile() ?? false)) continue
          this.addWatchFile(file)
          const bytes = await readFile(file)
          const name = nameFile(file, bytes)
          files.set(name, bytes)
          changed = changed.replace(whole, `new URL(${JSON.stringify(MARK + name)}, import.meta.url)`)
        }
        return changed === code ? null : { code: changed, map: null }
      },
    },
    renderChunk: {
      filter: { code: MARK },
      handler(code, { fileName }) {
        const up = '../'.repeat(fileName.split('/').length - 1) || './'
        return { code: code.replaceAll(MARK, `${up}${FOLDER}/`), map: null }
      },
    },
    async writeBundle({ dir = app.paths.serverOut }) {
      if (files.size === 0) return
      await mkdir(join(dir, FOLDER), { recursive: true })
      for (const [name, bytes] of files) await writeFile(join(dir, FOLDER, name), bytes)
    },
  }
}

function nameFile(file: string, bytes: Uint8Array): string {
  const ending = extname(file)
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
  return `${basename(file, ending).replace(/[^\w-]+/g, '-')}-${hash}${ending}`
}
