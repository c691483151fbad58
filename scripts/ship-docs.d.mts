export function shippedPath(path: string): string | undefined
export function collectDocs(root: string): ReadonlyMap<string, string>
export function shipDocs(root: string, folder: string): void
