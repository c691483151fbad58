/**
 * Random components: our server code prints what Solid's preset prints, byte for byte, except for `<` in attributes. In parts that hydrate, the
 * reference is Solid itself. In static parts it is the output of Solid's preset with our helpers, since only these
 * number components there.
 */
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import fc from 'fast-check'
import * as core from 'solid-js'
import * as web from 'solid-js/web'
import { compileComponent } from '../../compiler/src/jsx/compile-component.ts'
import * as compiled from '../../runtime/src/compiled.ts'
import { renderDocument } from '../../runtime/src/solid/render/render-page.ts'
import { solidShared } from '../../runtime/src/solid/render/render-state.ts'
import { COMPONENT_PRELUDE, componentSource } from './component-source.ts'
import { escapeInAttributes } from './escape-attributes.ts'
import { findSmallestFault, type Judge } from './smallest-fault.ts'

/** Maximum number of components in a module. */
const BATCH = 40

const cases = fc.array(componentSource, { minLength: 1, maxLength: BATCH, size: 'max' })

/** Checks random components for some minutes. Returns the problems. */
export async function soakComponents(minutes: number, log: (line: string) => void, seed: number): Promise<string[]> {
  const end = Date.now() + minutes * 60_000
  const problems: string[] = []
  let checked = 0
  for (let round = 0; Date.now() < end && problems.length < 5; round++) {
    const problem = smallestComponentFault(seed + round, (batch) => {
      checked += batch.length
      return compareComponents(batch)
    })
    if (problem !== undefined) problems.push(`components: ${problem}`)
  }
  log(`components: ${checked} components, seed ${seed}`)
  return problems
}

/** Checks one random module. Returns a description of the smallest failing component. */
export function smallestComponentFault(seed: number, judge: Judge<string>): string | undefined {
  return findSmallestFault({ seed, cases, print: (code) => code }, judge)
}

type Component = (props: object) => unknown

/** Compares the output of every component, compiled with hydration markers and without. */
export function compareComponents(batch: readonly string[]): { readonly problems: readonly string[] } {
  const { stackTraceLimit } = Error
  // Solid prints the stacks of errors.
  Error.stackTraceLimit = 0
  try {
    return { problems: findDifferences(batch) }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function findDifferences(batch: readonly string[]): readonly string[] {
  const code = `${COMPONENT_PRELUDE}\nexport default [\n${batch.join(',\n')}\n]`
  const problems: string[] = []
  for (const hydratable of [false, true]) {
    const own = compileOwn(code, hydratable)
    const reference = compileReference(code, hydratable)
    const ours = evaluate(own, OWN_MODULES)
    const compare = (where: string, theirs: readonly Component[], render: (component: Component) => string) => {
      for (const [index, component] of theirs.entries()) {
        // Literal attributes of the source keep it.
        const expected = escapeInAttributes(render(component))
        const found = escapeInAttributes(render(ours[index] as Component))
        if (found !== expected)
          problems.push(`${where}${hydratable ? ' with markers' : ''}:\nSolid: ${expected}\nours:  ${found}`)
      }
    }
    compare('hydrated', evaluate(reference, SOLID_MODULES), renderHydrated)
    compare('static', evaluate(reference, SOLID_SHAPE), renderStatic)
  }
  return problems
}

function compileOwn(code: string, insideIsland: boolean): string {
  const options = {
    code,
    file: '/app/src/routes/case.jsx',
    root: '/app',
    target: 'ssr',
    route: true,
    dev: false,
  } as const
  return compileComponent({ ...options, insideIsland })?.code ?? ''
}

function compileReference(code: string, hydratable: boolean): string {
  const presets = [[solid, { generate: 'ssr', hydratable, omitServerOnlyTemplates: false }]]
  return transformSync(code, { filename: 'case.jsx', babelrc: false, configFile: false, presets })?.code ?? ''
}

type Modules = Readonly<Record<string, object>>

const OWN_MODULES: Modules = { 'solid-js': core, 'solid-js/web': web, '@fw/runtime/compiled': compiled }
const SOLID_MODULES: Modules = { 'solid-js': core, 'solid-js/web': web }
/** Solid's output with our helpers. */
const SOLID_SHAPE: Modules = {
  'solid-js': core,
  'solid-js/web': {
    ...web,
    createComponent: compiled.createComponent,
    escape: compiled.escapeValue,
    ssr: compiled.ssr,
    ssrClassList: compiled.ssrClassList,
    ssrElement: compiled.ssrElement,
    ssrStyle: compiled.ssrStyle,
  },
}

const IMPORT = /^import \{([^}]*)\} from ['"]([^'"]+)['"];$/gm

/** Evaluates a module whose imports are these, and returns its default export. */
function evaluate(code: string, modules: Modules): readonly Component[] {
  const script = code
    .replace(
      IMPORT,
      (_, names: string, from: string) => `const {${names.replaceAll(' as ', ': ')}} = modules['${from}'];`,
    )
    .replace('export default', 'return')
  return new Function('modules', script)(modules)
}

function renderHydrated(component: Component): string {
  try {
    return web.renderToString(() => web.createComponent(component as never, createProps()) as never)
  } catch (error) {
    return String(error)
  } finally {
    solidShared.context = undefined
  }
}

const NO_MARKUP = { island: () => '', slot: () => '' }

function renderStatic(component: Component): string {
  try {
    const tree = () => compiled.createComponent(component as never, createProps())
    const page = renderDocument(tree, { onIslandError: () => undefined, markup: NO_MARKUP })
    return page instanceof Promise ? 'pending' : page.html
  } catch (error) {
    return String(error)
  }
}

/** Creates the props of one render: a call of `tick` has a result that shows how many calls preceded it. */
function createProps(): Record<string, unknown> {
  let ticks = 0
  const tick = () => ++ticks
  return {
    text: 'a < b & "c" \'d\'',
    plain: 'plain',
    empty: '',
    number: 4.5,
    zero: 0,
    yes: true,
    no: false,
    nothing: null,
    items: ['a', 'b & c', 7],
    none: [],
    holes: [undefined, 'a', undefined, 'b', null, false],
    mixed: ['a<', 1, 2, ['d', 'e', []], true, tick, () => () => tick(), 'f'],
    lists: () => ['x', tick()],
    accessor: () => `<${tick()}>`,
    tick,
    fail() {
      throw new Error(`failure ${tick()}`)
    },
    classes: { a: true, 'b c': 1, d: false },
    style: { color: 'red', top: undefined, margin: '1px "2px"' },
    attributes: { title: 'a "b"', class: 'c' },
    more: { 'data-b': 1, hidden: true, style: 'color: red' },
  }
}
