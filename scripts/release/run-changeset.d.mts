export function runChangeset(root: string, args: readonly string[]): number
export function listChangesets(root: string): readonly string[]
export function readVersion(root: string): string
