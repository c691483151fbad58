/** Which library renders the components of a file. */

/** Whose components are islands beside Solid's. */
export type Renderer = 'react'

/** A file that is called so, or says so: `x.react.tsx`, or a first comment with `@jsxImportSource react`. */
export function findRenderer(file: string, code: string): Renderer | undefined {
  const isReact = /\.react\.[jt]sx$/.test(file.split('?')[0] ?? file) || PRAGMA.test(commentsBefore(code))
  return isReact ? 'react' : undefined
}

const PRAGMA = /\/\*[\s*]*@jsxImportSource\s+react\s/

/** The comments that a module begins with: TypeScript reads the pragma there and nowhere else. */
function commentsBefore(code: string): string {
  return /^(?:\s+|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(code)?.[0] ?? ''
}
