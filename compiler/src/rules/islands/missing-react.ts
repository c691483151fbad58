import { existsSync, readFileSync } from 'node:fs'
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { listFoldersAbove } from '#analyze/modules/folder-files.ts'
import type { ComponentModel, SourceSpan } from '#model.ts'
import { join } from '#slash-path.ts'
import { createRule } from '../rule.ts'

/** A file of React components in an app without React. */
interface MissingReactFact {
  /** Packages that the app doesn't depend on, or that aren't installed. */
  readonly packages: readonly string[]
  /** Span of its first component. */
  readonly span: SourceSpan
}

/** React is a dependency of the app: the packages of the framework don't install it. */
export const missingReact = createRule({
  code: 'missing-react',
  number: 1085,
  severity: 'error',
  title: 'React component in an app without React',
  messages: {
    missing:
      "This file contains React components, but the app doesn't have {packages}. Install the missing packages: npm install {install}. If the file is for Solid, remove .react from its name and @jsxImportSource react from its first comment.",
  },
  collect: findMissingReact,
  check(facts, report) {
    for (const { packages, span } of facts)
      report('missing', { span, data: { packages: packages.join(' or '), install: packages.join(' ') } })
  },
})

const PACKAGES = ['react', 'react-dom'] as const

/**
 * Returns one fact for each file of React components, at its first component. Reads nothing in an app without such a
 * file.
 */
function findMissingReact({ reader: { root }, components: { components } }: AnalyzedApp): readonly MissingReactFact[] {
  const first = new Map<string, ComponentModel>()
  for (const component of components)
    if (component.renderer === 'react' && !first.has(component.file)) first.set(component.file, component)
  if (first.size === 0) return []
  const packages = PACKAGES.filter((name) => !isDeclared(root, name) || !isInstalled(root, name))
  return packages.length === 0 ? [] : [...first.values()].map(({ span }) => ({ packages, span }))
}

/**
 * Returns whether the app or its workspace declares the package: an undeclared package that happens to be installed may
 * disappear.
 */
function isDeclared(root: string, name: string): boolean {
  return listFoldersAbove(root).some((folder) => {
    const file = join(folder, 'package.json')
    if (!existsSync(file)) return false
    const manifest = readManifest(file)
    return FIELDS.some((field) => Object.hasOwn(manifest[field] ?? {}, name))
  })
}

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

function readManifest(file: string): Readonly<Record<string, object | undefined>> {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    return typeof manifest === 'object' && manifest !== null ? { ...manifest } : {}
  } catch {
    // Another rule reports that the file can't be read.
    return {}
  }
}

function isInstalled(root: string, name: string): boolean {
  return listFoldersAbove(root).some((folder) => existsSync(join(folder, 'node_modules', name, 'package.json')))
}
