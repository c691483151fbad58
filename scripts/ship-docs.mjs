/**
 * The documentation in `node_modules/@fw/runtime/docs` of an app: `docs/`, the rules' pages as `rules/`, and the page
 * about codemods in the guide. Links among them are adjusted to their new locations.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/** Returns where a page of the repository is shipped, or `undefined` for every other file. */
export function shippedPath(path) {
  if (path === 'codemods/README.md') return 'guide/codemods.md'
  return /^(?:docs|compiler\/docs(?=\/rules\/))\/(.+\.md)$/.exec(path)?.[1]
}

/** Returns shipped path -> content, sorted. Throws for a link to a page that isn't shipped. */
export function collectDocs(root) {
  const pages = ['docs', 'compiler/docs/rules']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => posix.join(folder, name)))
    .concat('codemods/README.md')
    .filter((path) => path.endsWith('.md'))
  const known = new Set(pages)
  const shipped = pages.map((path) => [shippedPath(path), relink(readFileSync(join(root, path), 'utf8'), path, known)])
  return new Map(shipped.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function relink(text, path, known) {
  const from = posix.dirname(shippedPath(path))
  return text.replace(/\]\((?![a-z]+:|#|\/)([^)#\s]+)(#[^)\s]*)?\)/g, (_, to, hash = '') => {
    const target = posix.join(posix.dirname(path), to)
    if (!known.has(target)) throw new Error(`${path} links to ${to}, which isn't a page of the documentation.`)
    return `](${posix.relative(from, shippedPath(target))}${hash})`
  })
}

/** Writes the pages to `folder`, and deletes its previous content. */
export function shipDocs(root, folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of collectDocs(root)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
