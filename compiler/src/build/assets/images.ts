/** `import photo from './photo.jpg?image'`: URL and size of the image, in build and dev. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { getMessage, type ImageFile } from '@fw/runtime/contract'
import type { Plugin } from 'vite'
import { isBelow, join } from '#slash-path.ts'
import type { AppPaths } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { imageVariants, loadSharp, RASTER, type Sharp } from './image-variants.ts'

const IMAGE = /\.(?:png|jpe?g|webp|avif|gif|svg)\?image$/

/** Logged once, if images stay unchanged. */
const NO_SHARP = 'Images keep their format and width: sharp is not installed. Run: npm install --save-dev sharp'

export interface Images {
  readonly plugin: Plugin
  /** Writes every imported image into the output. Returns the names of the files there. */
  write(paths: AppPaths): Promise<readonly string[]>
}

/** Creates the plugin of both environments, which share the created images. */
export function images(app: AppSource): Images {
  const files = new Map<string, string>()
  const made = new Map<string, Promise<ImageFile>>()
  let sharp: Promise<Sharp | undefined> | undefined
  let wasLogged = false
  const make = async (file: string, warn: (text: string) => void): Promise<ImageFile> => {
    sharp ??= loadSharp(app.paths.root)
    const loaded = await sharp
    if (loaded === undefined && !wasLogged) {
      wasLogged = true
      warn(NO_SHARP)
    }
    return builtImage(file, { sharp: loaded, cache: `${app.paths.generatedDir}/cache/images`, files })
  }
  const plugin: Plugin = {
    name: 'fw:images',
    enforce: 'pre',
    load: {
      filter: { id: IMAGE },
      async handler(id) {
        const file = id.replace(/\?image$/, '')
        this.addWatchFile(file)
        const known = app.dev ? devImage(file, app.paths) : (made.get(file) ?? make(file, (text) => this.warn(text)))
        made.set(file, known)
        try {
          return `export default ${JSON.stringify(await known)}\n`
        } catch (error) {
          this.error(`${file.slice(app.paths.root.length + 1)} cannot be read as an image: ${getMessage(error)}`)
        }
      },
    },
  }
  return {
    plugin,
    async write({ clientOut }) {
      await mkdir(join(clientOut, 'assets'), { recursive: true })
      await Promise.all([...files].map(([name, file]) => copyFile(file, join(clientOut, name))))
      return [...files.keys()]
    },
  }
}

async function devImage(file: string, { root }: AppPaths): Promise<ImageFile> {
  const size = await readSize(await readFile(file))
  return { src: isBelow(root, file) ? file.slice(root.length) : `/@fs${file}`, ...size }
}

interface Making {
  readonly sharp: Sharp | undefined
  /** Absolute. */
  readonly cache: string
  /** Name in the output -> file to copy. */
  readonly files: Map<string, string>
}

async function builtImage(file: string, { sharp, cache, files }: Making): Promise<ImageFile> {
  const bytes = await readFile(file)
  const size = await readSize(bytes)
  const ending = extname(file)
  const base = basename(file, ending).replace(/[^\w-]+/g, '-')
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8)
  const name = `assets/${base}-${hash}${ending}`
  files.set(name, file)
  const image = { src: `/${name}`, ...size }
  if (sharp === undefined || !RASTER.has(ending.slice(1).toLowerCase())) return image
  const variants = await imageVariants(sharp, bytes, { base, width: size.width, cache })
  for (const variant of variants) files.set(variant.name, variant.file)
  const types = [...new Set(variants.map(({ type }) => type))]
  const sources = types.map((type) => ({
    type,
    srcset: variants
      .filter((variant) => variant.type === type)
      .map(({ name, width }) => `/${name} ${width}w`)
      .join(', '),
  }))
  return { ...image, sources }
}

/** Returns the displayed size: photos may be stored rotated, with their orientation in the metadata. */
async function readSize(bytes: Uint8Array): Promise<Pick<ImageFile, 'width' | 'height'>> {
  const { imageSize } = await import('image-size')
  const { width, height, orientation = 1 } = imageSize(bytes)
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}
