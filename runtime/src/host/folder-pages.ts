/** Folders of a static site: serves `about/index.html` at `/about`, as static hosts do. */
import type { KeptBytes } from './file-bytes.ts'
import type { StaticFiles } from './static-files.ts'

/** Returns `files` extended by the index pages of folders. */
export function withFolderPages<Kept extends KeptBytes>(files: StaticFiles<Kept>): StaticFiles<Kept> {
  return {
    has: (path) => files.has(path),
    findReply(request) {
      const { method, path } = request
      const found = files.findReply(request)
      if (found !== undefined) return found
      const index = `${path.replace(/\/$/, '')}/index.html`
      return files.findReply({ method, path: index, header: (name) => request.header(name) })
    },
  }
}
