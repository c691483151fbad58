/**
 * The stylesheet of the app's fonts: their faces, system fonts that are adjusted to the same space while a file loads,
 * and a custom property for each family.
 */
import { basename } from 'node:path'
import type { FontConfig } from '@fw/runtime/contract'
import { fallbackFaces } from './font-fallbacks.ts'
import { fontId, type InstalledFont } from './font-package.ts'

/** Returns the CSS of one font. File names are relative to the stylesheet. */
export async function fontCss(font: FontConfig, installed: InstalledFont): Promise<string> {
  const { family, files } = installed
  const faces = files.map(({ file, weight, style, unicodeRange }) =>
    rule('@font-face', {
      'font-family': quote(family),
      'font-style': style,
      'font-weight': weight,
      'font-display': font.display ?? 'swap',
      src: `url("./${basename(file)}") format("woff2")`,
      ...(unicodeRange === undefined ? {} : { 'unicode-range': unicodeRange }),
    }),
  )
  const { css, names } = await fallbackFaces(font, installed, quote)
  const stack = [quote(family), ...names].join(', ')
  return [...faces, ...css, rule(':root', { [`--font-${fontId(font.family)}`]: stack })].join('')
}

function rule(selector: string, declarations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `  ${name}: ${value};\n`)
  return `${selector} {\n${lines.join('')}}\n`
}

/** Returns a CSS string. */
function quote(text: string): string {
  return `"${text.replace(/["\\\n\r\f<]/g, (char) => `\\${(char.codePointAt(0) ?? 0).toString(16)} `)}"`
}
