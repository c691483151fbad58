/** `docs/README.md` lists every page, and links to headings are valid. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { collectDocs } from '../../scripts/ship-docs.mjs'
import { REPOSITORY } from '../structure/source-tree.ts'

const shipped = collectDocs(REPOSITORY)
const root = mkdtempSync(join(tmpdir(), 'fw-contents-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Returns the links of a page to other pages of the documentation, with their targets. */
function linksOf(path: string, text: string): { to: string; hash: string }[] {
  const links = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
  return links.map(([, to = '', hash = '']) => ({ to: to === '' ? path : join(dirname(path), to), hash }))
}

/** Returns the anchors of a page, in GitHub's format. */
function anchorsOf(text: string): readonly string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

test('every page is listed, and no page twice', () => {
  const contents = linksOf('README.md', shipped.get('README.md') ?? '').map(({ to }) => to)
  const pages = [...shipped.keys()].filter((path) => path !== 'README.md' && !path.startsWith('rules/'))
  expect(pages.length).toBeGreaterThan(40)
  expect([...contents].sort()).toEqual([...pages].sort())
})

test('links point to existing pages and headings', () => {
  const dead = [...shipped].flatMap(([path, text]) =>
    linksOf(path, text)
      .filter(({ to, hash }) => !shipped.has(to) || (hash !== '' && !anchorsOf(shipped.get(to) ?? '').includes(hash)))
      .map(({ to, hash }) => `${path}: ${to}#${hash}`),
  )
  expect(dead).toEqual([])
  expect([...shipped].flatMap(([path, text]) => linksOf(path, text)).length).toBeGreaterThan(100)
})

test('a link to a missing page stops the build of the packages', () => {
  for (const [path, text] of Object.entries({
    'docs/README.md': '[a](guide/gone.md)',
    'compiler/docs/rules/a.md': '# a',
    'codemods/README.md': '# b',
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  expect(() => collectDocs(root)).toThrow(
    "docs/README.md links to guide/gone.md, which isn't a page of the documentation.",
  )
  writeFileSync(join(root, 'docs/README.md'), '[a](../compiler/docs/rules/a.md#x) [b](../codemods/README.md)')
  expect(collectDocs(root).get('README.md')).toBe('[a](rules/a.md#x) [b](guide/codemods.md)')
})
