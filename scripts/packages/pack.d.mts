interface PublishedManifest {
  readonly name: string
  readonly version: string
  readonly exports?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

export interface PackedPackage {
  /** Folder in the repository. */
  readonly source: string
  /** Its `package.json` in the tarball. */
  readonly manifest: PublishedManifest
  readonly name: string
  readonly version: string
  /** Absolute path. */
  readonly tarball: string
  /** Bytes of the tarball. */
  readonly size: number
  /** Bytes of its files. */
  readonly unpackedSize: number
  /** Files of the tarball, relative to the package. */
  readonly paths: readonly string[]
}

export const PACKAGES: readonly string[]
export function packPackages(folder?: string, options?: { readonly repository?: string }): readonly PackedPackage[]
