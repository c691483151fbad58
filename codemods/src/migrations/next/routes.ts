/** Classifies the files of `pages/` and `app/`, and returns their new paths. */
import type { SourceFile } from 'ts-morph'

export interface NextRoute {
  readonly kind: 'page' | 'layout' | 'app' | 'document' | 'not-found' | 'error' | 'api' | 'other'
  readonly router: 'pages' | 'app'
  /** Path relative to the package, without extension: `src/routes/posts/[slug]`, or the module of an api. */
  readonly to: string
  /** Route pattern, such as `/posts/[slug]`. */
  readonly pattern: string
}

/** Classifies a file. Returns `undefined` for a file outside both folders. */
export function parseRoute(path: string): NextRoute | undefined {
  const match = /^(?:src\/)?(pages|app)\/(.+)\.(?:[jt]sx?)$/.exec(path)
  if (match === null || /\.(?:test|spec|d|stories)$/.test(match[2] ?? '')) return undefined
  return match[1] === 'pages' ? pagesRoute(match[2] ?? '') : appRoute(match[2] ?? '')
}

/** Returns whether the sources are a Next app, by its imports or its dependencies. */
export function isNextApp(sources: readonly SourceFile[], manifest: string | undefined): boolean {
  if (/"next"\s*:/.test(manifest ?? '')) return true
  return sources.some((file) => {
    const isRoute = parseRoute(file.getFilePath().slice(1)) !== undefined
    return isRoute && file.getImportDeclarations().some((one) => /^next(?:\/|$)/.test(one.getModuleSpecifierValue()))
  })
}

function pagesRoute(path: string): NextRoute {
  const own = { router: 'pages', pattern: toPattern(path) } as const
  if (/(?:^|\/)_middleware$/.test(path)) return { ...own, kind: 'other', to: '' }
  if (path.startsWith('api/')) return { ...own, kind: 'api', to: `src/server/${toModuleName(path.slice(4))}.api` }
  const named = { _app: 'app', _document: 'document', '404': 'not-found', '500': 'error', _error: 'error' } as const
  const special = Object.entries(named).find(([name]) => name === path)
  if (special === undefined) return { ...own, kind: 'page', to: `src/routes/${path}` }
  const to = { app: '_layout', document: '_document', 'not-found': '_404', error: '_500' }[special[1]]
  return { ...own, kind: special[1], to: `src/routes/${to}` }
}

function appRoute(path: string): NextRoute | undefined {
  const segments = path.split('/')
  const base = segments.pop() ?? ''
  const folder = segments.map((segment) => `${segment}/`).join('')
  const own = { router: 'app', pattern: toPattern(`${folder}index`) } as const
  if (base === 'page') return { ...own, kind: 'page', to: `src/routes/${folder}index` }
  if (base === 'layout') return { ...own, kind: 'layout', to: `src/routes/${folder}_layout` }
  if (base === 'not-found' && folder === '') return { ...own, kind: 'not-found', to: 'src/routes/_404' }
  if (base === 'error' && folder === '') return { ...own, kind: 'error', to: 'src/routes/_500' }
  const special = ['route', 'loading', 'template', 'default', 'not-found', 'error', 'global-error', 'sitemap', 'robots']
  return special.includes(base) ? { ...own, kind: 'other', to: '' } : undefined
}

function toPattern(path: string): string {
  const shown = path.split('/').filter((segment) => !/^\(.*\)$/.test(segment) && segment !== 'index')
  return `/${shown.join('/')}`
}

/**
 * Names a module: `posts/[id]` becomes `posts-id`. Folders below src/server aren't read, so each file becomes one
 * module.
 */
function toModuleName(path: string): string {
  return path
    .replace(/\/index$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** Returns the parameters of a pattern. */
export function listParams(pattern: string): readonly string[] {
  return [...pattern.matchAll(/\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}/g)].map((match) => match[1] ?? '')
}
