export function installLocked(folder: string, hint?: string): void
