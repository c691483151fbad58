/** Collects the top-level statements of one generated module, so that its validators share code. */

export interface ModuleWriter {
  /** Imports a helper of the runtime by its exported name; returns the local name. */
  helper(name: string): string
  /** Declares a top-level constant; equal expressions share one. Returns its name. */
  constant(prefix: string, expression: string): string
  /** Returns a name for a function that isn't finished yet. */
  reserve(prefix: string): string
  /**
   * Declares a finished top-level function; `lines` is its body. Returns the name to call it by: that of an equal
   * function if there is one.
   */
  define(name: string, parameters: string, lines: readonly string[]): string
  /**
   * Declares a function that other code already calls by `name`, such as a recursive one: it is never replaced by an
   * equal function.
   */
  keep(name: string, parameters: string, lines: readonly string[]): string
  /** Returns the module so far: imports, constants, functions, in this order. */
  text(): string
  /** Returns the module without imports, and its helpers: name of the export -> local name. */
  parts(): { readonly helpers: ReadonlyMap<string, string>; readonly body: string }
}

/** Creates a writer of modules whose helpers come from `@fw/runtime/compiled`. */
export function createModuleWriter(): ModuleWriter {
  const helpers = new Set<string>()
  const constants = new Map<string, string>()
  const functions = new Map<string, string>()
  /** Functions that may have equal bodies. */
  const ownFunctions: string[] = []
  let counter = 0
  // With a `$`, which no export of an api module can contain.
  const reserve = (prefix: string) => `${prefix}$${counter++}`
  const bodyLines = () => {
    const shared = [...constants].map(([expression, name]) => `const ${name} = ${expression}`)
    const bodies = [...functions].map(([rest, name]) => `function ${name}${rest}`)
    return [...shared, ...bodies, ...ownFunctions]
  }
  return {
    reserve,
    helper(name) {
      helpers.add(name)
      return `$${name}`
    },
    constant(prefix, expression) {
      const known = constants.get(expression)
      if (known !== undefined) return known
      const name = reserve(prefix)
      constants.set(expression, name)
      return name
    },
    define(name, parameters, lines) {
      const rest = addFunction(parameters, lines)
      const known = functions.get(rest)
      if (known === undefined) functions.set(rest, name)
      return known ?? name
    },
    keep(name, parameters, lines) {
      const rest = addFunction(parameters, lines)
      if (functions.has(rest)) ownFunctions.push(`function ${name}${rest}`)
      else functions.set(rest, name)
      return name
    },
    text() {
      const aliased = [...helpers].sort().map((name) => `${name} as $${name}`)
      const head = helpers.size === 0 ? [] : [`import { ${aliased.join(', ')} } from '@fw/runtime/compiled'`]
      return [...head, ...bodyLines()].join('\n')
    },
    parts: () => ({
      helpers: new Map([...helpers].sort().map((name) => [name, `$${name}`])),
      body: bodyLines().join('\n'),
    }),
  }
}

function addFunction(parameters: string, lines: readonly string[]): string {
  return `(${parameters}) {\n${indent(lines).join('\n')}\n}`
}

/** Adds two spaces before every line. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)
}

/** Returns `if (condition) {` … `}`, on one line if the body is one line. */
export function block(head: string, lines: readonly string[]): string[] {
  return lines.length === 1 && !lines[0]?.includes('\n')
    ? [`${head} ${lines[0]}`]
    : [`${head} {`, ...indent(lines), '}']
}
