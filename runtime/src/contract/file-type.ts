/** What the name of a file says about its bytes: the build compresses by it, and the host serves by it. */

/** Texts, and the few binary formats that are not compressed within themselves. */
const COMPRESSIBLE: ReadonlySet<string> = new Set(
  (
    'atom bmp cjs css csv eot geojson gltf graphql htm html ico ics js json json5 jsonld jsx md mjs otf rdf rss rtf srt ' +
    'svg toml tsv ttf txt vcf vtt wasm webmanifest xht xhtml xml xsl xslt yaml yml'
  ).split(' '),
)

/** Whether a file of this name gets smaller by compression. Pictures, films, archives and `woff2` are compressed already. */
export function isCompressible(name: string): boolean {
  return COMPRESSIBLE.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** Content coding -> ending of the file beside the original that holds it, best first. */
export const ENCODED_ENDINGS = { br: '.br', gzip: '.gz' } as const

/** A content coding of files. */
export type FileEncoding = keyof typeof ENCODED_ENDINGS

/**
 * After the path of the built client: a file beside that folder, for the folder itself is what the world may read. It says
 * what the build made: JSON of `BuiltFiles`.
 */
export const BUILT_FILES = '.built-files.json'

/** What only the build knows about its files. Paths are relative to the built client, with `/`. */
export interface BuiltFiles {
  /** Names that carry a hash of the content. */
  readonly hashed: readonly string[]
  /** Compressed copies of other files, as `assets/app-1a2b3c4d.js.br`. */
  readonly encoded: readonly string[]
}
