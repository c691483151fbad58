/** The recipes for libraries show files of the app that the matrix test uses, and install its packages. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readPages } from '../../docs/blocks.ts'
import { LIBRARY_PAGES } from '../../docs/library-pages.ts'

const RECIPES = LIBRARY_PAGES.filter((path) => path.startsWith('recipes/'))
const pages = readPages().filter(({ path }) => RECIPES.includes(path))
const read = (file: string): string => {
  const path = fileURLToPath(new URL(`./app/${file}`, import.meta.url))
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Readonly<Record<string, string>> }

/** Packages that the app has from the repository. */
const FROM_REPOSITORY = ['react', 'react-dom', '@types/react']

test('every recipe exists', () => {
  expect(pages.map(({ path }) => path)).toEqual(RECIPES)
})

describe.each(pages)('$path', ({ blocks }) => {
  const code = blocks.filter(({ language }) => /^tsx?$/.test(language))

  test.each(code)('shows $path as it is in the app', ({ path = 'a block without a path', text }) => {
    expect(text).toBe(read(path))
  })

  test('installs packages of the app', () => {
    const commands = blocks.flatMap(({ language, text }) => (language === 'sh' ? text.trim().split('\n') : []))
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) {
      const [, names = ''] = /^npm install (?:--save-dev )?(.+)$/.exec(command) ?? []
      expect(names, command).not.toBe('')
      for (const name of names.split(' '))
        expect([...Object.keys(dependencies), ...FROM_REPOSITORY], command).toContain(name)
    }
  })
})
