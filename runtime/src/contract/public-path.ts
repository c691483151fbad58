/** Which files of `public/` leave it. The build, `fw dev` and the host decide it alike. */

/** Whether the segments of a path below `public/` have no dotfile among them but `.well-known/` at the top. */
export function isPublicPath(parts: readonly string[]): boolean {
  return parts.every((part, index) => !part.startsWith('.') || (index === 0 && part === '.well-known'))
}
