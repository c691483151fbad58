/** File properties that follow from a file's name: the build compresses by them, and the host serves by them. */

/** Text formats, and the few binary formats without compression of their own. */
const COMPRESSIBLE: ReadonlySet<string> = new Set(
  (
    'atom bmp cjs css csv eot geojson gltf graphql htm html ico ics js json json5 jsonld jsx md mjs otf rdf rss rtf srt ' +
    'svg toml tsv ttf txt vcf vtt wasm webmanifest xht xhtml xml xsl xslt yaml yml'
  ).split(' '),
)

/** Whether compression makes a file of this name smaller. Images, videos, archives and `woff2` are compressed already. */
export function isCompressible(name: string): boolean {
  return COMPRESSIBLE.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** Content encoding -> suffix of the file that contains it, beside the original; in order of preference. */
export const ENCODED_ENDINGS = { br: '.br', gzip: '.gz' } as const

/** A content encoding of files. */
export type FileEncoding = keyof typeof ENCODED_ENDINGS

/**
 * Suffix of the path of the built client. The file contains `BuiltFiles` as JSON. It is beside the folder of the client,
 * because everything in that folder is public.
 */
export const BUILT_FILES = '.built-files.json'

/** Properties of built files that only the build knows. Paths are relative to the built client, with `/`. */
export interface BuiltFiles {
  /** Names that contain a hash of the content. */
  readonly hashed: readonly string[]
  /** Compressed copies of other files, such as `assets/app-1a2b3c4d.js.br`. */
  readonly encoded: readonly string[]
}
