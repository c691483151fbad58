/** Finds problems in a document that prevent the hydration of its islands. */

interface Open {
  readonly name: string
  /** Problems that apply if the element is closed by its own tag. Without one, its end tag was omitted on purpose. */
  readonly pending: string[]
}

interface Walk {
  readonly stack: Open[]
  /** Names of the open islands. */
  readonly islands: string[]
  readonly problems: string[]
}

const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+/gi
const RAW = new Set(['script', 'style', 'textarea', 'title'])
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))
const ENDS_P = new Set(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header hgroup h1 h2 h3 h4 h5 h6 hr main menu nav ol p pre search section summary table ul'.split(
    ' ',
  ),
)
const HEADING = /^h[1-6]$/
/** Elements that limit the scope: open elements outside of them don't matter. */
const SCOPES = new Set('html table caption td th template object marquee applet svg math'.split(' '))
const IN_TABLE: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['td', 'th'],
}
const ANYWHERE = new Set(['script', 'style', 'template'])

/** Returns a sentence for each problem; empty for valid islands. */
export function islandProblems(html: string): readonly string[] {
  const lists = islandLists(html)
  const walk: Walk = { stack: [], islands: [], problems: [] }
  const keys = new Map<string, string>()
  let count = 0
  for (let match = TOKEN.exec(html); match !== null; match = TOKEN.exec(html)) {
    const [token, close, written, attributes = ''] = match
    if (written === undefined) {
      if (!token.startsWith('<')) readText(walk, token)
      continue
    }
    const name = written.toLowerCase()
    if (close !== '') {
      closeElement(walk, name)
      continue
    }
    readNesting(walk, name)
    if (name === 'fw-island') {
      count += 1
      walk.islands.push(readIsland(walk, attributes, lists))
    }
    const key = findAttribute(attributes, 'data-hk')
    if (key !== undefined) readKey(walk, keys, key)
    if (RAW.has(name)) skipRaw(html, name)
    else if (!VOID.has(name) && !attributes.endsWith('/')) walk.stack.push({ name, pending: [] })
  }
  TOKEN.lastIndex = 0
  return count === 0 ? ['The page has no island, so nothing is hydrated.'] : [...new Set(walk.problems)]
}

interface IslandLists {
  readonly modules: Readonly<Record<string, string>>
  readonly names: Readonly<Record<string, string>>
  readonly mount: string
}

/** Reads the lists that the island loader uses. */
function islandLists(html: string): IslandLists {
  const found = { modules: {}, names: {}, mount: '' }
  for (const [, text = '{}'] of html.matchAll(/<script[^>]*id="fw-islands[^"]*"[^>]*>([\s\S]*?)<\/script>/g)) {
    const { m, n, h } = JSON.parse(text) as { m: object; n: object; h: string } // written by the framework's server
    Object.assign(found.modules, m)
    Object.assign(found.names, n)
    found.mount = h
  }
  return found
}

function readIsland({ problems }: Walk, attributes: string, { modules, names, mount }: IslandLists): string {
  const component = findAttribute(attributes, 'c') ?? ''
  const chunk = component.split('#')[0] ?? ''
  const name = names[component] ?? component
  if (modules[chunk] === undefined || (modules[`${chunk}*`] ?? mount) === '')
    problems.push(`The page has no code for the island <${name}>.`)
  const props = findAttribute(attributes, 'p')
  if (props !== undefined && !isJson(props)) problems.push(`The props of the island <${name}> cannot be parsed.`)
  return name
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Checks a hydration key, by which a browser finds the element that a component has rendered. */
function readKey({ problems, islands }: Walk, keys: Map<string, string>, key: string): void {
  const name = islands.at(-1) ?? 'the page'
  const other = keys.get(key)
  if (other !== undefined) problems.push(`Two elements have the hydration key ${key}, in <${other}> and in <${name}>.`)
  keys.set(key, name)
}

function readText(walk: Walk, text: string): void {
  const parent = walk.stack.at(-1)?.name ?? ''
  if (IN_TABLE[parent] === undefined || text.trim() === '' || walk.islands.length === 0) return
  walk.problems.push(`In ${place(walk)}: a browser moves the text of a <${parent}> out of the table.`)
}

/** Finds nesting that a browser's parser changes. */
function readNesting(walk: Walk, name: string): void {
  const { stack, islands, problems } = walk
  const parent = stack.at(-1)
  if ((islands.length === 0 && name !== 'fw-island') || parent === undefined || inForeign(stack)) return
  const at = name === 'fw-island' && islands.length === 0 ? 'the page' : place(walk)
  const allowed = IN_TABLE[parent.name]
  if (allowed !== undefined && !allowed.includes(name) && !ANYWHERE.has(name)) {
    const what = parent.name === 'table' && name === 'tr' ? 'puts a <tbody> around it' : 'moves it out of the table'
    problems.push(`In ${at}: a <${name}> is in a <${parent.name}>, and a browser ${what}.`)
    return
  }
  if (
    /^(?:caption|colgroup|thead|tbody|tfoot|tr|td|th)$/.test(name) &&
    allowed === undefined &&
    !isFragment(parent.name)
  )
    problems.push(`In ${at}: a <${name}> is in a <${parent.name}>, and a browser omits it.`)
  const p = ENDS_P.has(name) ? inScope(stack, 'p', ['button']) : undefined
  p?.pending.push(`In ${at}: a <${name}> is in a <p>, and a browser ends the <p> before it.`)
  for (const own of ['a', 'button', 'form'])
    if (name === own && inScope(stack, own, []) !== undefined)
      problems.push(`In ${at}: a <${own}> is in a <${own}>, and a browser makes two of them.`)
  if (name === 'li' || name === 'option') {
    const outer = inScope(stack, name, ['ol', 'ul', 'menu', 'select', 'datalist'])
    outer?.pending.push(`In ${at}: a <${name}> is in a <${name}> without a list between them.`)
  }
  if (HEADING.test(name) && HEADING.test(parent.name))
    problems.push(`In ${at}: a <${name}> is in a <${parent.name}>, and a browser ends the outer one before it.`)
}

/** Slots and islands render no element of their own; their outer element matters, and it isn't known here. */
function isFragment(name: string): boolean {
  return name === 'template' || name === 'fw-slot'
}

function inForeign(stack: readonly Open[]): boolean {
  return stack.some(({ name }) => name === 'svg' || name === 'math')
}

function inScope(stack: readonly Open[], wanted: string, bounds: readonly string[]): Open | undefined {
  for (const open of stack.toReversed()) {
    if (open.name === wanted) return open
    if (SCOPES.has(open.name) || bounds.includes(open.name)) return undefined
  }
  return undefined
}

function closeElement(walk: Walk, name: string): void {
  const at = walk.stack.findLastIndex((open) => open.name === name)
  if (at === -1) return
  walk.problems.push(...(walk.stack[at]?.pending ?? []))
  for (const open of walk.stack.splice(at)) if (open.name === 'fw-island') walk.islands.pop()
}

function place({ islands }: Walk): string {
  return islands.length === 0 ? 'the page' : `the island <${islands.at(-1)}>`
}

function skipRaw(html: string, name: string): void {
  const end = html.toLowerCase().indexOf(`</${name}`, TOKEN.lastIndex)
  if (end !== -1) TOKEN.lastIndex = html.indexOf('>', end) + 1
}

function findAttribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return value === null ? undefined : unescapeHtml(value[1] ?? value[2] ?? '')
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', '#39': "'" }

function unescapeHtml(text: string): string {
  return text.replace(/&(quot|amp|lt|gt|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
}
