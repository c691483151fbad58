/** Collects the top-level statements of one generated module, so that validators of a module share what they can. */

export interface ModuleWriter {
  /** A helper of the runtime by its exported name; answers the local name. */
  helper(name: string): string
  /** A top-level constant; equal expressions share one. */
  constant(prefix: string, expression: string): string
  /** A name for a function that is still being written. */
  reserve(prefix: string): string
  /**
   * A finished top-level function; `lines` is its body. Answers the name to call it by: that of an equal function where
   * there is one.
   */
  define(name: string, parameters: string, lines: readonly string[]): string
  /** The same where others call it by `name` already, as what can contain itself: an equal function never stands for it. */
  keep(name: string, parameters: string, lines: readonly string[]): string
  /** The module so far: imports, constants, functions, in this order. */
  text(): string
  /** The same without the imports, and the helpers that it takes: name of the export -> local name. */
  parts(): { readonly helpers: ReadonlyMap<string, string>; readonly body: string }
}

/** `helperSource`: the door that exports the helpers of the side where the module runs. */
export function createModuleWriter(helperSource: '@fw/runtime/contract' | '@fw/runtime/client'): ModuleWriter {
  const helpers = new Set<string>()
  const constants = new Map<string, string>()
  const functions = new Map<string, string>()
  /** Beside an equal one. */
  const kept: string[] = []
  let counter = 0
  // With a `$`, which no export of an api module can have.
  const reserve = (prefix: string) => `${prefix}$${counter++}`
  const bodyLines = () => {
    const shared = [...constants].map(([expression, name]) => `const ${name} = ${expression}`)
    const bodies = [...functions].map(([rest, name]) => `function ${name}${rest}`)
    return [...shared, ...bodies, ...kept]
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
      if (functions.has(rest)) kept.push(`function ${name}${rest}`)
      else functions.set(rest, name)
      return name
    },
    text() {
      const aliased = [...helpers].sort().map((name) => `${name} as $${name}`)
      const head = helpers.size === 0 ? [] : [`import { ${aliased.join(', ')} } from '${helperSource}'`]
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

/** Two spaces before every line. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`)
}

/** `if (condition) {` … `}`, on one line when the body is one line. */
export function block(head: string, lines: readonly string[]): string[] {
  return lines.length === 1 && !lines[0]?.includes('\n')
    ? [`${head} ${lines[0]}`]
    : [`${head} {`, ...indent(lines), '}']
}
