/** Converts between the URIs of the protocol and the paths of files, with `/`. */
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Returns `undefined` for URIs that aren't files, such as `untitled:Untitled-1`. */
export function toPath(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri).replaceAll('\\', '/') : undefined
  } catch {
    // A URI with the name of another host, or with an encoded slash.
    return undefined
  }
}

export function toUri(path: string): string {
  return pathToFileURL(path).href
}
