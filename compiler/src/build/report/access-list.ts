/** Who may call each function of an app, and over which transports: `fw info --access`, and the file `fw.access.json`. */
import type { ApiModel, AppModel } from '#model.ts'

/** A function with its callers. */
export interface AccessEntry {
  readonly tool: string
  /** `undecided`: neither `access` nor `scopes`, so every caller may call it. */
  readonly access: NonNullable<ApiModel['access']> | 'undecided'
  /** Scopes that callers need, beside `access`. */
  readonly scopes?: readonly string[]
  /** The treatment of agents' calls. */
  readonly guard: ApiModel['guard']
  /** Transports of users, then transports of agents; its own address as written. */
  readonly transports: readonly string[]
}

const USERS = ['http', 'form', 'page']
/** Absent for a function that agents may not call. */
const AGENTS = ['mcp', 'a2a', 'webmcp', 'agent', 'cli']

/** Returns the functions, sorted by name. */
export function listAccess(model: AppModel): readonly AccessEntry[] {
  return model.modules
    .flatMap(({ apis }) => apis)
    .map(({ tool, access, scopes, guard, http }): AccessEntry => {
      const own = http === undefined ? [] : [http.address]
      const transports = [...USERS, ...own, ...(guard === 'forbidden' ? [] : AGENTS)]
      return { tool, access: access ?? 'undecided', ...(scopes.length > 0 && { scopes }), guard, transports }
    })
    .sort((one, other) => (one.tool < other.tool ? -1 : 1))
}

/** Formats the functions as a table. No name is cut, however wide the table is: it is read in reviews. */
export function formatAccess(entries: readonly AccessEntry[]): string {
  if (entries.length === 0) return 'The app has no functions.'
  const rows = [
    ['function', 'who', 'guard', 'transports'],
    ...entries.map((entry) => [entry.tool, describeCallers(entry), entry.guard, entry.transports.join(', ')]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

function describeCallers({ access, scopes = [] }: AccessEntry): string {
  const needed = scopes.length === 0 ? '' : `with ${scopes.join(', ')}`
  switch (access) {
    case 'public':
      return 'every caller'
    case 'undecided':
      return 'every caller (undecided)'
    case 'user':
      return `users ${needed}`.trimEnd()
    case 'scopes':
      return `callers ${needed}`
    case 'function':
      return `decided at each call ${needed}`.trimEnd()
  }
}
