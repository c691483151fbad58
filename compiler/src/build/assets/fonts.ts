/**
 * The fonts of an app: writes their files and stylesheet to `.fw/fonts`, where build and dev import them like any other
 * file.
 */
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { type FwConfig, SetupError } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import { writeGenerated } from '../write-generated.ts'
import { findInstalledFont, fontId, type InstalledFont } from './font-package.ts'

/** The stylesheet, relative to the folder of generated code. */
export const FONT_SHEET = 'fonts/fonts.css'

/**
 * Updates `.fw/fonts`.
 *
 * @throws `SetupError` for a font that isn't installed, or that lacks a requested file.
 */
export async function writeFonts(root: string, { fonts = [] }: FwConfig): Promise<void> {
  const folder = join(root, '.fw/fonts')
  const installed = findInstalledFonts(root, fonts)
  if (fonts.length === 0) return rm(folder, { recursive: true, force: true })
  const { fontCss } = await import('./font-sheet.ts')
  const css = await Promise.all(
    fonts.map((font, index) => fontCss(font, installed[index] as InstalledFont)), // one for each
  )
  await mkdir(folder, { recursive: true })
  const files = new Map(installed.flatMap((font) => font.files.map(({ file }) => [basename(file), file])))
  for (const name of await readdir(folder))
    if (name.endsWith('.woff2') && !files.has(name)) await rm(join(folder, name))
  await Promise.all([...files].map(([name, file]) => copyFile(file, join(folder, name))))
  await writeGenerated(folder, { 'fonts.css': css.join('') })
}

/** Returns the names of the files that pages preload: of each font the first subset in the first style. */
export function listPreloadedFonts(root: string, { fonts = [] }: FwConfig): readonly string[] {
  return findInstalledFonts(root, fonts).flatMap(({ files }, index) => {
    const [first] = files
    if (first === undefined || fonts[index]?.preload === false) return []
    const wanted = files.filter(({ subset, style }) => subset === first.subset && style === first.style)
    // For a subset in many slices, only the page's text decides which of them are needed.
    const isSliced = new Set(wanted.map(({ unicodeRange }) => unicodeRange)).size > 1
    return isSliced ? [] : wanted.map(({ file }) => basename(file))
  })
}

function findInstalledFonts(root: string, fonts: NonNullable<FwConfig['fonts']>): readonly InstalledFont[] {
  const seen = new Set<string>()
  return fonts.map((font, index) => {
    const id = fontId(font.family)
    if (seen.has(id))
      throw new SetupError(
        `fonts[${index}]: "${font.family}" is listed twice. List all its weights and styles in one entry.`,
      )
    seen.add(id)
    return findInstalledFont(font, index, root)
  })
}
