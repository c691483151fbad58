/** The app of a page of the guide: its code blocks that begin with a file name, written to a separate folder. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY: string = fileURLToPath(new URL('../..', import.meta.url))

export interface PageApp {
  readonly root: string
  /** Contents of the code blocks, in the order of the page. */
  readonly files: readonly string[]
  /** Creates missing folders too. */
  write(path: string, data: string | Uint8Array): void
  read(path: string): string
  remove(): void
}

/**
 * Writes the app of `docs/guide/<name>.md`. `packages`: the only packages that the app can import; default: all
 * installed ones.
 */
export function appOfPage(name: string, packages?: readonly string[]): PageApp {
  const page = readFileSync(join(REPOSITORY, `docs/guide/${name}.md`), 'utf8')
  const root = realpathSync(mkdtempSync(join(tmpdir(), `fw-${name}-`)))
  const write: PageApp['write'] = (path, data) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), data)
  }
  for (const folder of packages?.map((one) => `node_modules/${one}`) ?? ['node_modules']) {
    mkdirSync(dirname(join(root, folder)), { recursive: true })
    symlinkSync(join(REPOSITORY, folder), join(root, folder))
  }
  write('package.json', `{ "name": "${name}", "private": true, "type": "module" }\n`)
  const blocks = [...page.matchAll(/^```\w+\n(?:\/\/|\/\*) (\S+)(?: \*\/)?\n([\s\S]*?)^```$/gm)]
  for (const [, path = '', text = ''] of blocks) write(path, text)
  return {
    root,
    files: blocks.map(([, path = '']) => path),
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
