/** Determines which library renders the components of a file. */

/** Libraries whose components may be islands beside Solid's. */
export type Renderer = 'react'

/** Recognizes files by name or pragma: `x.react.tsx`, or a first comment with `@jsxImportSource react`. */
export function findRenderer(file: string, code: string): Renderer | undefined {
  const isReact = /\.react\.[jt]sx$/.test(file.split('?')[0] ?? file) || PRAGMA.test(commentsBefore(code))
  return isReact ? 'react' : undefined
}

const PRAGMA = /\/\*[\s*]*@jsxImportSource\s+react\s/

/** Returns the comments at the beginning of a module: TypeScript reads the pragma only there. */
function commentsBefore(code: string): string {
  return /^(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(code)?.[0] ?? ''
}
