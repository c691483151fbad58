/**
 * React components beside Solid components. A React module that imports a React file gets the file itself; a Solid
 * module gets a module of Solid components, each of which wraps a React component.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import type { CompiledComponent } from '#jsx/compile-component.ts'
import { findRenderer } from '#jsx/renderer.ts'
import type { ComponentModel } from '#model.ts'
import { isAppSource } from '../app-paths.ts'
import type { AppSource } from '../app-source.ts'
import { packageDir } from '../externals.ts'
import { readClientOnly } from './client-only.ts'
import { loadJsxAnalyzer } from './jsx-compiler.ts'

/** Suffix of the id of a React file's Solid side. */
const HOSTED = '?fw-host'

const SCRIPT = /\.[cm]?[jt]sx?(?:\?|$)/

/** Redirects the imports of Solid files to the Solid side. Apps without React are skipped. */
export function hostReact(app: AppSource): Plugin {
  let hasReact: boolean | undefined
  return {
    name: 'fw:hosted-react',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        // In dev, Vite uses the root's index.html as the importer of a module that a browser requests, such as a React
        // island.
        if (importer === undefined || !SCRIPT.test(importer) || !isAppSource(app.paths, importer)) return null
        hasReact ??= packageDir('react', `${app.paths.root}/package.json`) !== undefined
        if (!hasReact || importer.endsWith(HOSTED) || isReactFile(importer)) return null
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
        if (resolved === null || !isAppSource(app.paths, resolved.id) || !isReactFile(resolved.id)) return null
        return { ...resolved, id: resolved.id + HOSTED }
      },
    },
    load: {
      filter: { id: /\?fw-host(?:&client-only=[\w$,]+)?$/ },
      async handler(id) {
        const file = id.slice(0, id.lastIndexOf(HOSTED))
        this.addWatchFile(file)
        const { classifyComponents } = await loadJsxAnalyzer()
        const code = readFileSync(file, 'utf8')
        const components = classifyComponents({ code, file, root: app.paths.root })
        const only = readClientOnly(id)
        return only === undefined ? emitHosted(file, components) : emitClientOnly(components, only)
      },
    },
  }
}

/** Emits the Solid side of a React file: its components wrapped, all other exports unchanged. */
function emitHosted(file: string, components: readonly ComponentModel[]): string {
  // Relative: an absolute path would be in the source maps.
  const from = JSON.stringify(`./${basename(file)}`)
  const hosted = components.flatMap(({ exportName, id, name, island }, index) => {
    const local = `hosted${index}`
    return [
      `import { ${exportName} as component${index} } from ${from}`,
      `const ${local} = hostReact(component${index}, ${JSON.stringify(id)}, ${JSON.stringify(name)}, ${island})`,
      `export { ${local} as ${exportName} }`,
    ]
  })
  return [`import { hostReact } from '@fw/runtime/react'`, `export * from ${from}`, ...hosted, ''].join('\n')
}

/** Emits the Solid side of islands that only browsers render: their names and ids, without the file. */
function emitClientOnly(components: readonly ComponentModel[], only: readonly string[]): string {
  const hosted = components
    .filter(({ exportName }) => only.includes(exportName))
    .flatMap(({ exportName, id, name, island }, index) => [
      `const hosted${index} = hostReact(() => null, ${JSON.stringify(id)}, ${JSON.stringify(name)}, ${island})`,
      `export { hosted${index} as ${exportName} }`,
    ])
  return [`import { hostReact } from '@fw/runtime/react'`, ...hosted, ''].join('\n')
}

/** Compiles a React module for either side; its JSX becomes calls of `react/jsx-runtime`. */
export async function compileReact(code: string, file: string, root: string): Promise<CompiledComponent> {
  const [{ transformWithOxc }, { classifyComponents }] = await Promise.all([import('vite'), loadJsxAnalyzer()])
  const components = classifyComponents({ code, file, root })
  const printed = await transformWithOxc(code, file, {
    lang: file.endsWith('x') && file.includes('.ts') ? 'tsx' : 'jsx',
    jsx: { runtime: 'automatic', importSource: 'react', development: false },
    sourcemap: true,
  })
  return { code: printed.code, map: JSON.stringify(printed.map), components }
}

function isReactFile(id: string): boolean {
  const file = id.split('?')[0] ?? id
  if (!/\.[jt]sx$/.test(file)) return false
  if (/\.react\.[jt]sx$/.test(file)) return true
  try {
    return findRenderer(file, readFileSync(file, 'utf8')) === 'react'
  } catch {
    return false
  }
}
