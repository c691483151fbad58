export function findRepository(root: string, env: Readonly<Record<string, string | undefined>>): string | undefined
export function findProblems(root: string, repository: string | undefined): readonly string[]
