/**
 * Decides by its content whether a file with the name of a convention that decides access is that convention. Only content
 * with another purpose, such as hooks of components, is an exception: in doubt, the file decides access.
 */
import { HOOK_NAMES } from '@fw/runtime/contract'
import { type ScannedExports, scanExports } from './scan-exports.ts'

type DecidingName = 'ctx' | 'session' | 'hooks' | 'middleware'

const USES_COMPONENTS = /\bfrom\s*['"](?:react|preact|solid-js)(?:\/[^'"]*)?['"]/
/** A context for components, not of a caller. */
const CREATES_CONTEXT = /\bcreateContext\b[^;'"]*\bfrom\s*['"](?:react|preact|solid-js)['"]/

const CHECKS: Readonly<Record<DecidingName, (exports: ScannedExports) => boolean>> = {
  ctx: ({ names, isOpen, text }) => (names.has('default') || isOpen) && !CREATES_CONTEXT.test(text),
  session: ({ names, isOpen, text }) => names.has('default') || isOpen || text.includes('createSessionStore'),
  hooks: hasHooks,
  middleware: () => true,
}

/** Returns whether `file`, relative to the root, decides access. */
export function isDeciding(name: DecidingName, file: string, textOf: (file: string) => string | undefined): boolean {
  return CHECKS[name](scanExports(file, textOf))
}

function hasHooks({ names, isOpen, text }: ScannedExports): boolean {
  if (isOpen || HOOK_NAMES.some((name) => names.has(name))) return true
  const isForComponents = [...names].some((name) => /^use[A-Z]/.test(name)) || USES_COMPONENTS.test(text)
  return names.size > 0 && !isForComponents
}
