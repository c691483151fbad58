/**
 * Creates variants of an image in modern formats and several widths, if the app has installed `sharp`. Once for each
 * content.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from '#slash-path.ts'

/** The part of `sharp` that is used: it is an optional dependency of the app. */
interface SharpImage {
  autoOrient(): SharpImage
  resize(options: { readonly width: number }): SharpImage
  toFormat(format: string, options: object): SharpImage
  toBuffer(): Promise<Uint8Array>
}
export type Sharp = (input: Uint8Array) => SharpImage

/** Returns the app's own `sharp`, or `undefined` if it isn't installed. */
export async function loadSharp(root: string): Promise<Sharp | undefined> {
  let file: string
  try {
    file = createRequire(join(root, 'package.json')).resolve('sharp')
  } catch {
    return undefined
  }
  const { default: sharp } = (await import(pathToFileURL(file).href)) as { default: Sharp } // the default export of the package
  return sharp
}

interface ImageVariant {
  readonly type: string
  readonly width: number
  /** Name in the output, with a hash of the content. */
  readonly name: string
  /** Absolute, in the cache. */
  readonly file: string
}

/** Widths in pixels of windows, and of common screens. */
const WIDTHS = [384, 640, 828, 1200, 1920, 2560]

/** The best first. Slow encoders use little effort: a build may have many images. */
const FORMATS = [
  { type: 'image/avif', format: 'avif', options: { quality: 55, effort: 2 } },
  { type: 'image/webp', format: 'webp', options: { quality: 78 } },
] as const

/** Formats that get variants: others may be animated, or are vector graphics. */
export const RASTER: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif'])

/**
 * Returns the variants of an image of this width. They are in `cache` when the promise resolves. `base`: base of the
 * file names.
 */
export async function imageVariants(
  sharp: Sharp,
  bytes: Uint8Array,
  { base, width, cache }: { readonly base: string; readonly width: number; readonly cache: string },
): Promise<readonly ImageVariant[]> {
  const widest = WIDTHS.at(-1) ?? width
  const widths = [...WIDTHS.filter((one) => one < width), ...(width <= widest ? [width] : [])]
  const variants: ImageVariant[] = []
  await mkdir(cache, { recursive: true })
  for (const { type, format, options } of FORMATS)
    for (const one of widths) {
      const made = createHash('sha256')
        .update(JSON.stringify([format, options, one]))
        .update(bytes)
        .digest('base64url')
      const name = `assets/${base}-${one}-${made.slice(0, 8)}.${format}`
      const file = join(cache, `${made}.${format}`)
      if (!existsSync(file)) {
        const picture = await sharp(bytes).autoOrient().resize({ width: one }).toFormat(format, options).toBuffer()
        // Renamed when complete, since a build may be killed.
        await writeFile(`${file}.${process.pid}`, picture)
        await rename(`${file}.${process.pid}`, file)
      }
      variants.push({ type, width: one, name, file })
    }
  return variants
}
