/** The files that an entry of `fonts` selects, and the errors if it selects none. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInstalledFont } from '../../../../compiler/src/build/assets/font-package.ts'
import { listPreloadedFonts, writeFonts } from '../../../../compiler/src/build/assets/fonts.ts'
import type { FontConfig } from '../../../../runtime/src/contract/config/config.ts'

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

const root = mkdtempSync(join(tmpdir(), 'fw-font-'))
beforeAll(() => {
  const modules = join(root, 'node_modules')
  mkdirSync(join(modules, '@fontsource/kanji/files'), { recursive: true })
  mkdirSync(join(modules, '@fontsource-variable'))
  symlinkSync(join(MODULES, '@fontsource/lora'), join(modules, '@fontsource/lora'))
  symlinkSync(join(MODULES, '@fontsource-variable/inter'), join(modules, '@fontsource-variable/inter'))
  writeFileSync(join(root, 'package.json'), '{}')
  // As Fontsource cuts large scripts.
  const own = (name: string, text: string) => writeFileSync(join(modules, '@fontsource/kanji', name), text)
  own('package.json', '{ "name": "@fontsource/kanji" }')
  own(
    'metadata.json',
    JSON.stringify({
      family: 'Kanji',
      category: 'serif',
      subsets: ['japanese', 'latin'],
      weights: [300, 500],
      styles: ['normal'],
      defSubset: 'japanese',
      variable: false,
    }),
  )
  own('unicode.json', '{ "[0]": "U+25EE8", "[1]": "U+1F235", "latin": "U+0000-00FF" }')
  for (const part of ['0', '1', 'latin']) own(`files/kanji-${part}-300-normal.woff2`, '')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const filesOf = (font: FontConfig) =>
  findInstalledFont(font, 0, root).files.map(({ file, weight }) => [basename(file, '.woff2'), weight])

test.each<[FontConfig, readonly (readonly [string, string])[]]>([
  [{ family: 'Lora' }, [['lora-latin-400-normal', '400']]],
  [
    { family: 'lora', weights: [700], styles: ['normal', 'italic'], subsets: ['cyrillic'] },
    [
      ['lora-cyrillic-700-normal', '700'],
      ['lora-cyrillic-700-italic', '700'],
    ],
  ],
  [{ family: 'Inter', weights: [300, 650] }, [['inter-latin-wght-normal', '100 900']]],
  [
    { family: 'Kanji' },
    [
      ['kanji-0-300-normal', '300'],
      ['kanji-1-300-normal', '300'],
    ],
  ],
  [{ family: 'Kanji', subsets: ['latin'] }, [['kanji-latin-300-normal', '300']]],
])('%j is these files', (font, expected) => {
  expect(filesOf(font)).toEqual(expected)
})

test.each<[FontConfig, string]>([
  [{ family: 'Lora', variable: true }, 'Run: npm install @fontsource-variable/lora'],
  [{ family: 'Inter', variable: false }, 'Run: npm install @fontsource/inter'],
  [{ family: ' ' }, 'fonts[0].family is empty. Set it to a family name, such as "Inter".'],
  [{ family: '../../etc' }, 'the font "../../etc" is not installed. Run: npm install @fontsource-variable/etc'],
  [{ family: 'Lora', weights: [450] }, 'fonts[0].weights: @fontsource/lora has no 450. It has 400, 500, 600, 700.'],
  [{ family: 'Lora', weights: [] }, 'fonts[0].weights is empty. Leave it out, or choose among 400, 500, 600, 700.'],
  [
    { family: 'Inter', weights: [950] },
    'fonts[0].weights: @fontsource-variable/inter supports weights from 100 to 900, not 950.',
  ],
  [{ family: 'Lora', subsets: ['greek'] }, 'fonts[0].subsets: @fontsource/lora has no greek. It has cyrillic,'],
  [{ family: 'Kanji', styles: ['italic'] }, 'fonts[0].styles: @fontsource/kanji has no italic. It has normal.'],
  [{ family: 'Kanji', weights: [500] }, '@fontsource/kanji has no file for japanese, 500, normal. Install it again.'],
])('%j is refused: %s', (font, message) => {
  expect(() => filesOf(font)).toThrow(message)
})

test("fallbacks have a face for each style and weight of the font: the bold and italic faces of the system, in the font's width", async () => {
  const looksOf = async (font: FontConfig) => {
    await writeFonts(root, { fonts: [font] })
    const css = readFileSync(join(root, '.fw/fonts/fonts.css'), 'utf8')
    return [...css.matchAll(/@font-face \{\n {2}font-family: "\w+ fallback ([\w ]+)";\n([^}]*)/g)].map(
      ([, name, rest = '']) => {
        const read = (key: string) => new RegExp(`${key}: (.*);`).exec(rest)?.[1]
        return [
          name,
          read('font-weight'),
          read('font-style'),
          read('src')?.split(', ')[0],
          Math.round(Number.parseFloat(read('size-adjust') ?? '')),
        ]
      },
    )
  }
  expect(
    await looksOf({ family: 'Lora', weights: [700, 400], styles: ['normal', 'italic'], fallback: ['Georgia'] }),
  ).toEqual([
    ['Georgia', undefined, undefined, 'local("Georgia")', 105],
    ['Georgia', '700', undefined, 'local("Georgia Bold")', 93],
    ['Georgia', undefined, 'italic', 'local("Georgia Italic")', 100],
    ['Georgia', '700', 'italic', 'local("Georgia Bold Italic")', 87],
  ])
  // A variable font: the given weights, or else the usual ones, all from one file.
  expect(await looksOf({ family: 'Inter', fallback: ['Arial'] })).toEqual([
    ['Arial', undefined, undefined, 'local("Arial")', 107],
    ['Arial', '700', undefined, 'local("Arial Bold")', 102],
  ])
  expect(
    (await looksOf({ family: 'Inter', weights: [300, 650], fallback: ['Arial'] })).map(([, weight]) => weight),
  ).toEqual(['300', '650'])
  // For a font without metrics of its other faces, the regular face is used for all.
  expect(await looksOf({ family: 'Lora', weights: [400, 700], fallback: ['Palatino'] })).toEqual([])
  expect((await looksOf({ family: 'Lora', weights: [400, 700], fallback: ['Lato'] })).map(([name]) => name)).toEqual([
    'Lato',
  ])
})

test('a family is listed once, pages preload no split script, and files of removed fonts are deleted', async () => {
  const [lora, kanji] = [{ family: 'Lora' }, { family: 'Kanji' }]
  expect(() => listPreloadedFonts(root, { fonts: [lora, { family: 'LORA' }] })).toThrow(
    'fonts[1]: "LORA" is listed twice.',
  )
  expect(listPreloadedFonts(root, { fonts: [lora, kanji] })).toEqual(['lora-latin-400-normal.woff2'])
  expect(listPreloadedFonts(root, { fonts: [{ ...lora, preload: false }] })).toEqual([])
  await writeFonts(root, { fonts: [{ ...lora, subsets: ['latin', 'cyrillic'] }] })
  await writeFonts(root, { fonts: [{ ...lora, fallback: ['Georgia', 'Iowan Old Style', 'serif'] }] })
  expect(readdirSync(join(root, '.fw/fonts')).sort()).toEqual(['fonts.css', 'lora-latin-400-normal.woff2'])
  const css = readFileSync(join(root, '.fw/fonts/fonts.css'), 'utf8')
  expect(css).toContain('--font-lora: "Lora", "Lora fallback Georgia", "Iowan Old Style", serif;')
  expect(css).toContain('src: local("Georgia");')
  expect(css).toMatch(/size-adjust: \d+\.\d+%/)
  await writeFonts(root, {})
  expect(existsSync(join(root, '.fw/fonts'))).toBe(false)
})
