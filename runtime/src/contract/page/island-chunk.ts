/** Returns the `<chunk>` of an island id `<chunk>#<export>`. */
export function getChunk(islandId: string): string {
  return islandId.slice(0, islandId.indexOf('#'))
}
