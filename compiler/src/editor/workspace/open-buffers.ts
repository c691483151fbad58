/** The files that are open in an editor, saved or not. */

interface Buffer {
  readonly text: string
  /** Unique among all texts of all files. */
  readonly version: string
}

export interface OpenBuffers {
  /** Returns the open file, by its absolute path with `/`. */
  get(path: string): Buffer | undefined
  /** Returns the paths in the order in which the files were opened. */
  paths(): readonly string[]
  /** Opens a file, or replaces its content. */
  set(path: string, text: string): void
  /** Returns whether the file was open. */
  close(path: string): boolean
}

export function createBuffers(): OpenBuffers {
  const buffers = new Map<string, Buffer>()
  let count = 0
  return {
    get: (path) => buffers.get(path),
    paths: () => [...buffers.keys()],
    set(path, text) {
      count += 1
      buffers.set(path, { text, version: `buffer ${count}` })
    },
    close: (path) => buffers.delete(path),
  }
}
