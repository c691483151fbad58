/** Decides which files of `public/` are served. Shared by the build, `fw dev` and the host. */

/** Whether a path below `public/` contains no dotfile, except `.well-known/` at the top. */
export function isPublicPath(parts: readonly string[]): boolean {
  return parts.every((part, index) => !part.startsWith('.') || (index === 0 && part === '.well-known'))
}

/** Whether a file below `public/` is served: the framework has its own paths, and source maps stay private. */
export function isServedFile(parts: readonly string[]): boolean {
  return parts[0] !== '_fw' && isPublicPath(parts) && !parts.at(-1)?.toLowerCase().endsWith('.map')
}
