/** Files in the input of a function with bytes. */

/** Bytes of an input: a file is read before the call is sent. */
export type UploadBytes = Uint8Array | ArrayBuffer | Blob

/** Returns a copy of an input in which each file, and each buffer, is its bytes. */
export async function readBlobs(value: unknown): Promise<unknown> {
  if (typeof Blob !== 'undefined' && value instanceof Blob) return new Uint8Array(await value.arrayBuffer())
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (Array.isArray(value)) return Promise.all(value.map(readBlobs))
  if (value instanceof Set) return new Set(await Promise.all([...value].map(readBlobs)))
  if (value instanceof Map) return new Map(await readEntries([...value] as [unknown, unknown][]))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(await readEntries(Object.entries(value)))
}

function readEntries<Key>(entries: readonly (readonly [Key, unknown])[]): Promise<[Key, unknown][]> {
  return Promise.all(entries.map(async ([key, member]): Promise<[Key, unknown]> => [key, await readBlobs(member)]))
}
