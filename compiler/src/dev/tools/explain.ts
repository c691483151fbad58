/** `explain`: which code rendered an element of a page, or which kind of component a file has, and why. */
import type { AppModel, ComponentModel } from '#model.ts'
import { matchPage } from '../app-facts.ts'
import type { DevHost } from './dev-host.ts'
import { createToolError, type DevTool } from './dev-tool.ts'
import { formatPlace } from './findings.ts'
import { type PageElement, selectElements } from './page-elements.ts'
import { fetchPage } from './request-page.ts'
import { findSourceElements, type SourceElement } from './source-elements.ts'

export const explainTool: DevTool = {
  name: 'explain',
  title: 'Explain an element or a component',
  description:
    'Explains elements of a page (path and selector), or the components of a file or with a name (component). For an element: the component, file and line that render it, whether an island hydrates it, and the state, functions, intents and apis that it uses. For a component: whether it is an island and why, its bindings, and its intents. Requests the page as an anonymous agent.',
  fields: {
    path: { type: 'string', description: 'Path of a page, such as /orders/1. With selector.' },
    selector: { type: 'string', description: 'CSS selector, such as button.save.' },
    component: { type: 'string', description: 'Name of a component, or a file such as src/components/cart.tsx.' },
  },
  effect: 'none',
  async run({ path, selector, component }, host) {
    if (component !== undefined) return explainComponents(String(component), (await host.analyze()).model)
    if (path !== undefined && selector !== undefined) return explainElements(host, String(path), String(selector))
    throw createToolError('Pass path and selector, or component.')
  },
}

/** Elements in one result. */
const MAX_ELEMENTS = 5

async function explainElements(host: DevHost, path: string, selector: string): Promise<object> {
  const { model } = await host.analyze()
  const { status, html } = await host.useApp((server) => fetchPage(server, path))
  const elements = selectElements(html, selector)
  const folder = model.config.routesDir ?? 'src/routes'
  const page = matchPage(model.routes, path, undefined)
  const layers = page === undefined ? [] : [...page.layouts, page.filePath].map((file) => `${folder}/${file}`)
  if (elements.length === 0)
    throw createToolError(
      `The page ${path} (status ${status}, ${layers.at(-1) ?? 'no page matches'}) has no element that matches ${JSON.stringify(selector)}. Content that only a browser renders is not in it.`,
    )
  const explained = await Promise.all(
    elements.slice(0, MAX_ELEMENTS).map((element) => explainElement(element, { host, model, layers })),
  )
  return {
    status,
    ...(page !== undefined && { route: page.pattern, page: layers.at(-1), layouts: layers.slice(0, -1) }),
    total: elements.length,
    elements: explained,
  }
}

interface PageFacts {
  readonly host: DevHost
  readonly model: AppModel
  /** Files of the layouts, outermost first, and of the page. */
  readonly layers: readonly string[]
}

async function explainElement(element: PageElement, { host, model, layers }: PageFacts): Promise<object> {
  const island = model.components.find(({ id }) => id === element.island)
  const entries = island === undefined ? layers : [island.file]
  const loaded = await Promise.all(entries.map((file) => host.listLoadedFiles(file)))
  const files = [...new Set(loaded.flatMap((some) => [...some]))]
  const { marked } = element
  const places = marked?.isOwn ? [readPlace(marked.place)] : findPlaces(element, files, { model, root: host.root })
  const [first] = places
  const owner = first && findOwner(model, first)
  return {
    element: element.markup,
    ...(owner && { component: owner.name }),
    renderedBy: places.map(formatPlace),
    isCertain: places.length === 1,
    ...(places.length === 0 && { note: NO_SOURCE }),
    ...describeHydration(island, layers),
    ...(marked?.isOwn && describeBindings(model, marked.place)),
    // A click on the element is an event of the elements around it, too.
    ...(marked?.isOwn === false && { insideOf: { at: marked.place, ...describeBindings(model, marked.place) } }),
  }
}

const NO_SOURCE =
  'No element in the sources matches: the framework, a package or the content of an expression renders it.'

interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

function readPlace(text: string): Place {
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(text) ?? []
  return { file, line: Number(line), column: Number(column) }
}

function describeBindings(model: AppModel, at: string): object {
  const place = readPlace(at)
  const found = (findOwner(model, place)?.bindings ?? []).filter(
    ({ element }) => element === `${place.line}:${place.column}`,
  )
  return {
    bindings: found.map(({ element: _, ...binding }) => binding),
    reads: [...new Set(found.flatMap(({ reads }) => reads))],
    calls: [...new Set(found.flatMap(({ calls }) => calls))],
  }
}

/** Places in one explanation of an element. */
const MAX_PLACES = 5

function findPlaces(
  element: PageElement,
  files: readonly string[],
  { model, root }: { readonly model: AppModel; readonly root: string },
): readonly Place[] {
  // In development, an element with bindings has its position in the page, except for those of routes.
  const routes = `${model.config.routesDir ?? 'src/routes'}/`
  const marked = new Set(
    model.components
      .filter(({ file }) => !file.startsWith(routes))
      .flatMap(({ file, bindings = [] }) => bindings.map((binding) => `${file}:${binding.element}`)),
  )
  const found = files
    .filter((file) => /\.[jt]sx$/.test(file))
    .flatMap((file) => findSourceElements(root, file, element))
    .filter(({ span }) => !marked.has(formatPlace(span)))
    // More literal parts make it more likely.
    .map((source) => ({ source, literals: countLiterals(source) }))
  const most = Math.max(...found.map(({ literals }) => literals))
  return found
    .filter(({ literals }) => literals === most)
    .slice(0, MAX_PLACES)
    .map(({ source }) => source.span)
}

function countLiterals({ attributes, texts }: SourceElement): number {
  return [...attributes.values()].filter((value) => value !== undefined).length + texts.length
}

/** Returns the component of a file that contains a line. */
function findOwner({ components }: AppModel, { file, line }: Place): ComponentModel | undefined {
  return components
    .filter((component) => component.file === file && component.span.line <= line)
    .sort((one, other) => other.span.line - one.span.line)[0]
}

function describeHydration(island: ComponentModel | undefined, layers: readonly string[]): object {
  if (island === undefined)
    return {
      hydration: 'static',
      why: [
        `It is in no island, so it is HTML without JavaScript. It is rendered by ${layers.at(-1) ?? 'the server'}, its layouts, or their components.`,
      ],
    }
  return {
    hydration: 'island',
    island: { name: island.name, at: formatPlace(island.span) },
    why: island.reasons.map((reason) => `${island.name} is an island: ${reason}.`),
  }
}

function explainComponents(name: string, { components, routes, config }: AppModel): object {
  const found = components.filter((component) => component.name === name || component.file === name)
  if (found.length === 0) {
    const folder = config.routesDir ?? 'src/routes'
    const route = routes.find(({ filePath }) => `${folder}/${filePath}` === name)
    throw createToolError(
      route === undefined
        ? `The app has no component or component file ${JSON.stringify(name)}.`
        : `${name} is a ${route.kind}. It is rendered on the server only. Explain an element of it with path and selector, or see list_routes.`,
    )
  }
  return { components: found.map(describeComponent) }
}

function describeComponent(component: ComponentModel): object {
  const { island, reasons, intents, description, bindings = [], shows = [], does = [], renderer } = component
  return {
    name: component.name,
    at: formatPlace(component.span),
    ...(description !== undefined && { description }),
    hydration: island ? 'island' : 'static',
    why: island
      ? reasons
      : ['It handles no event, has no state of its own and registers no intent, so it is HTML without JavaScript.'],
    ...(renderer !== undefined && { renderer }),
    intents: intents.map(({ tool, span, guard = 'auto' }) => ({ name: tool, at: formatPlace(span), guard })),
    bindings: bindings.map(({ element: _, ...binding }) => binding),
    shows,
    does,
  }
}
