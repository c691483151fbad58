/** Folders of a static site: `/about` is answered with `about/index.html`, as hosts of files do. */
import type { StaticFiles } from './static-files.ts'

/** `files` with the pages in their folders. */
export function withFolderPages(files: StaticFiles): StaticFiles {
  return {
    has: (path) => files.has(path),
    answer(request) {
      const { method, path } = request
      const found = files.answer(request)
      if (found !== undefined) return found
      const index = `${path.replace(/\/$/, '')}/index.html`
      return files.answer({ method, path: index, header: (name) => request.header(name) })
    },
  }
}
