/** Decides which files of `public/` are served. Shared by the build, `fw dev` and the host. */

/**
 * Whether a path below `public/` may be served: it isn't below `_fw/`, and contains no dotfile, except `.well-known/` at
 * the top.
 */
export function isPublicPath(parts: readonly string[]): boolean {
  if (parts[0] === '_fw') return false
  return parts.every((part, index) => !part.startsWith('.') || (index === 0 && part === '.well-known'))
}

export function isSourceMap(name: string): boolean {
  return name.toLowerCase().endsWith('.map')
}

/** Whether a file below `public/` is served: source maps stay private. */
export function isServedFile(parts: readonly string[]): boolean {
  return isPublicPath(parts) && !isSourceMap(parts.at(-1) ?? '')
}
