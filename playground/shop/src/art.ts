/**
 * The shop's pictures: one drawing per product, made of a few shapes and a palette. Always the same for the same
 * product, and small enough to travel inside the page.
 */
import { DRAWINGS, parcel } from './drawings.ts'
import { MATERIAL, PALETTES, type Palette } from './palette.ts'

/** An SVG picture as a `data:` URL for `<img src>`. */
export function productArt(slug: string): string {
  const palette = MATERIAL[slug] ?? (PALETTES[hash(slug) % PALETTES.length] as Palette)
  const draw = DRAWINGS[slug] ?? parcel
  const sun = 96 + (hash(`${slug}-sun`) % 130)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">` +
    `<path fill="${palette.ground}" d="M0 0h320v320H0z"/><circle cx="${sun}" cy="132" r="104" fill="${palette.glow}"/>` +
    `<ellipse cx="160" cy="262" rx="104" ry="9" fill="${palette.shade}" opacity=".18"/>${draw(palette)}</svg>`
  return `data:image/svg+xml,${svg.replace(/["#<>]/g, (char) => ESCAPES[char] as string)}`
}

const ESCAPES: Readonly<Record<string, string>> = { '"': "'", '#': '%23', '<': '%3C', '>': '%3E' }

function hash(text: string): number {
  let value = 2166136261
  for (const char of text) value = Math.imul(value ^ (char.codePointAt(0) as number), 16777619)
  return value >>> 0
}
