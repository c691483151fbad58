import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { pageOf } from '../../docs/blocks.ts'

const FILE = resolve(import.meta.dirname, '../../../docs/guide/editor.md')
const PAGE = pageOf('guide/editor.md', readFileSync(FILE, 'utf8'))
const COMMAND = ['npx', '--no-install', 'fw', 'lsp', '--stdio']

it.each(['lua', 'toml', 'json', 'elisp'])('the settings in %s start the command', (language) => {
  const found = PAGE.blocks.filter((block) => block.language === language && /['"]lsp['"][,\s]/.test(block.text))
  expect(found).toHaveLength(1)
  const words = [...(found[0]?.text ?? '').matchAll(/['"]([^'"]*)['"]/g)].map(([, word = '']) => word)
  // In Zed, a field is between the command and its arguments.
  const command = words.filter((word) => word !== 'arguments' && word !== 'args')
  expect(command.slice(command.indexOf('npx')).slice(0, COMMAND.length)).toEqual(COMMAND)
})

it('the settings in JSON are valid', () => {
  const all = PAGE.blocks.filter(({ language }) => language === 'json')
  expect(all.length).toBeGreaterThan(4)
  for (const { text } of all) expect(JSON.parse(text)).toEqual(expect.any(Object))
})
