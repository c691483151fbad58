/**
 * A scripted coding agent: it learns about errors only from the tools of `fw mcp`, and edits files at the positions that they
 * return. A repair is chosen by the kind of the error and its message, never by the seeded error.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentClient, Json } from './agent-client.ts'

/** A finding of `check`, or an error of `get_errors`. */
export interface Problem {
  readonly id?: string
  readonly code?: string
  readonly kind?: string
  readonly at?: string
  readonly title: string
  readonly message: string
  readonly fixes?: readonly string[]
  readonly markup?: { readonly server: string; readonly browser: string }
  readonly island?: { readonly name: string; readonly file?: string }
}

/** The information with which an error was repaired. */
export type Source = 'contract' | 'docs' | 'explain' | 'fix' | 'message' | 'stack'

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

interface Hands {
  readonly agent: AgentClient
  /** Changes the text at a place: `change` gets the part of the line before it and from it on. */
  edit(place: Place, change: (before: string, after: string) => string | undefined): boolean
  read(file: string): string
  write(file: string, text: string): void
}

interface Strategy {
  readonly source: Source
  /** Returns whether it has changed the sources. */
  repair(problem: Problem, hands: Hands): Promise<boolean> | boolean
}

/** Returns everything that the tools report. */
export async function listProblems(agent: AgentClient): Promise<readonly Problem[]> {
  const { findings } = (await agent.call('check')) as { readonly findings: readonly Problem[] }
  const { errors } = (await agent.call('get_errors')) as { readonly errors: readonly Problem[] }
  const known = new Set(findings.map(({ id, at }) => id ?? at))
  return [...findings, ...errors.filter(({ id, at, kind }) => !known.has(id) && !(kind === 'build' && known.has(at)))]
}

/** Repairs one problem. Returns the information that was used, or throws if the agent knows no repair. */
export async function repair(problem: Problem, agent: AgentClient, root: string): Promise<Source> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  const hands: Hands = {
    agent,
    read,
    write,
    edit({ file, line, column }, change) {
      const lines = read(file).split('\n')
      const text = lines[line - 1] ?? ''
      const changed = change(text.slice(0, column - 1), text.slice(column - 1))
      if (changed === undefined || changed === text) return false
      lines[line - 1] = changed
      write(file, lines.join('\n'))
      return true
    },
  }
  for (const { source, repair: attempt } of STRATEGIES) if (await attempt(problem, hands)) return source
  throw new Error(`No repair for ${JSON.stringify(problem)}`)
}

export function parsePlace(at = ''): Place | undefined {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(at) ?? []
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) }
}

/** Applies the first fix of the framework. */
const applyFix: Strategy = {
  source: 'fix',
  async repair({ id, fixes = [], code }, { agent }) {
    // Its fix restricts a function that everyone may call, which is a decision.
    if (fixes.length === 0 || code === 'undecided-access') return false
    await agent.call('apply_fix', { finding: id })
    return true
  },
}

/** A name that isn't defined, but that the documentation imports from a package. */
const addImport: Strategy = {
  source: 'docs',
  async repair({ message, at }, { agent, read, write }) {
    const [, name] = /^Cannot find name '(\w+)'/.exec(message) ?? []
    const place = parsePlace(at)
    if (name === undefined || place === undefined) return false
    const { sections } = (await agent.call('search_docs', { query: `import ${name}`, limit: 20 })) as {
      sections: { text: string }[]
    }
    const line = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from ('[^'.]+')$`, 'm')
    const from = sections.map(({ text }) => line.exec(text)?.[1]).find((found) => found !== undefined)
    if (from === undefined) return false
    const text = read(place.file)
    write(
      place.file,
      text.includes(` } from ${from}`)
        ? text.replace(` } from ${from}`, `, ${name} } from ${from}`)
        : `import { ${name} } from ${from}\n${text}`,
    )
    return true
  },
}

/** "Did you mean …?": replaces the name that the message quotes first. */
const followSuggestion: Strategy = {
  source: 'message',
  repair({ message, at }, { edit }) {
    const meant = /Did you mean (?:to write )?["'`]{1,2}([^"'`?]+)["'`]{1,2}\?/.exec(message)?.[1]
    const place = parsePlace(at)
    if (meant === undefined || place === undefined) return false
    const quoted = [...message.matchAll(/"([^"]+)"|'"?([^'"]+)"?'/g)].map(([, double, single = '']) => double ?? single)
    return edit(place, (before, after) => {
      const wrong = quoted.find((text) => text !== meant && after.slice(0, text.length + 20).includes(text))
      return wrong === undefined ? undefined : before + after.replace(wrong, meant)
    })
  },
}

/** A literal with the wrong value or type. */
const correctLiteral: Strategy = {
  source: 'message',
  repair({ message, at }, { edit }) {
    const place = parsePlace(at)
    if (place === undefined) return false
    const [, from, to] =
      /^Argument of type '("\w+")' is not assignable to parameter of type '("\w+")'/.exec(message) ?? []
    if (from !== undefined && to !== undefined)
      return edit(place, (before, after) => before + after.replace(from.replaceAll('"', "'"), to.replaceAll('"', "'")))
    if (!message.startsWith("Type 'number' is not assignable to type 'string'")) return false
    return edit(place, (before, after) => before + after.replace(/\d+/, (digits) => `'${digits}'`))
  },
}

/** A property that no type has: the nearest property of the contracts. */
const findProperty: Strategy = {
  source: 'contract',
  async repair({ message, at }, { agent, edit }) {
    const [, wrong] = /^Property '(\w+)' does not exist on type/.exec(message) ?? []
    const place = parsePlace(at)
    if (wrong === undefined || place === undefined) return false
    const { tools } = (await agent.call('list_tools')) as { tools: { name: string }[] }
    const contracts = await Promise.all(tools.map(({ name }) => agent.call('get_tool', { name })))
    const names = [...JSON.stringify(contracts).matchAll(/"(\w+)":\{"(?:type|description)"/g)].map(
      ([, name = '']) => name,
    )
    const sorted = (text: string) => [...text].sort().join('')
    const meant = names.find((name) => sorted(name) === sorted(wrong))
    return meant !== undefined && edit(place, (before, after) => before + after.replace(wrong, meant))
  },
}

const describeTool: Strategy = {
  source: 'contract',
  async repair({ code, message, at }, { agent, edit }) {
    const [, name] = /^(api\.\S+) has no description/.exec(message) ?? []
    const place = parsePlace(at)
    if (code !== 'missing-description' || name === undefined || place === undefined) return false
    const { input } = await agent.call('get_tool', { name })
    const members = Object.keys((input as Json).properties).join(', ')
    return edit(
      place,
      (before, after) => `/** Takes ${members}, as the function ${name} of the module. */\n${before}${after}`,
    )
  },
}

/** The message lists the possible values of `access`. */
const decideAccess: Strategy = {
  source: 'message',
  repair({ code, message, at }, { edit }) {
    const place = parsePlace(at)
    const [, value] = /('\w+') for every caller/.exec(message) ?? []
    if (code !== 'undecided-access' || value === undefined || place === undefined) return false
    return edit(place, (before, after) => before + after.replace('api({', `api({\n  access: ${value},`))
  },
}

const writeType: Strategy = {
  source: 'message',
  repair({ code, message, at }, { edit }) {
    const [, type] = /Write its type, such as (\w+)\./.exec(message) ?? []
    const place = parsePlace(at)
    if (code !== 'env-type' || type === undefined || place === undefined) return false
    return edit(place, (before, after) => before + after.replace(/: .*$/, `: ${type}`))
  },
}

/** What the compiler can't read at a position is one character too much. */
const removeCharacter: Strategy = {
  source: 'message',
  repair({ code, at }, { edit }) {
    const place = parsePlace(at)
    return code === 'syntax-error' && place !== undefined && edit(place, (before, after) => before + after.slice(1))
  },
}

/** An import that a browser can't load. */
const removeImport: Strategy = {
  source: 'message',
  repair({ code, at }, { read, write }) {
    const place = parsePlace(at)
    if (code !== 'server-code' || place === undefined) return false
    const lines = read(place.file).split('\n')
    if (!lines[place.line - 1]?.startsWith('import ')) return false
    write(place.file, lines.toSpliced(place.line - 1, 1).join('\n'))
    return true
  },
}

/** The finding is where the component is used; `explain` knows where it is defined. */
const makeSynchronous: Strategy = {
  source: 'explain',
  async repair({ code, message }, { agent, edit }) {
    const [, name] = /^<(\w+)> is an element of an async function/.exec(message) ?? []
    if (code !== 'async-component' || name === undefined) return false
    const { components } = (await agent.call('explain', { component: name })) as { components: { at: string }[] }
    const place = parsePlace(components[0]?.at)
    return place !== undefined && edit({ ...place, column: 1 }, (_, line) => line.replace('async function', 'function'))
  },
}

/** The stack has the position at which a value was missing. */
const guardAccess: Strategy = {
  source: 'stack',
  repair({ message, at }, { edit }) {
    const [, property] = /^Cannot read properties of undefined \(reading '(\w+)'\)/.exec(message) ?? []
    const place = parsePlace(at)
    if (property === undefined || place === undefined) return false
    return edit(place, (before, after) => {
      const line = before + after
      const dot = line.indexOf(`.${property}`, Math.max(0, before.length - 1))
      return dot === -1 ? undefined : `${line.slice(0, dot)}?${line.slice(dot)}`
    })
  },
}

/** The documentation says where a value belongs that only a browser has. */
const renderAfterMount: Strategy = {
  source: 'docs',
  async repair({ markup, island, message }, { agent, read, write }) {
    if (markup === undefined || island?.file === undefined) return false
    const { sections } = (await agent.call('search_docs', { query: `hydration mismatch ${message}` })) as {
      sections: { text: string }[]
    }
    if (!sections.some(({ text }) => /only the browser knows[^.]*, in `onMount`/.test(text.replace(/\s+/g, ' '))))
      return false
    const text = read(island.file)
    // The value is different at each evaluation: it becomes a signal that the browser sets.
    const changed = text.replace(
      /^( *)const (\w+) = (Date\.now\(\)|Math\.random\(\)|performance\.now\(\))$/m,
      (_, indent: string, name: string, value: string) =>
        `${indent}const [${name}, set_${name}] = createSignal(0)\n${indent}onMount(() => set_${name}(${value}))`,
    )
    const name = /const \[(\w+), set_\1\]/.exec(changed)?.[1]
    if (changed === text || name === undefined) return false
    write(island.file, changed.replaceAll(`{${name}}`, `{${name}()}`))
    return true
  },
}

const STRATEGIES: readonly Strategy[] = [
  applyFix,
  addImport,
  followSuggestion,
  correctLiteral,
  findProperty,
  describeTool,
  decideAccess,
  writeType,
  removeCharacter,
  removeImport,
  makeSynchronous,
  guardAccess,
  renderAfterMount,
]
