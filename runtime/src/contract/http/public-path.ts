/** Decides which files of `public/` are served. Shared by the build, `fw dev` and the host. */

/** Whether a path below `public/` contains no dotfile, except `.well-known/` at the top. */
export function isPublicPath(parts: readonly string[]): boolean {
  return parts.every((part, index) => !part.startsWith('.') || (index === 0 && part === '.well-known'))
}
