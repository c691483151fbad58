import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { type JsxPlaces, readJsxPlaces } from '#analyze/pages/jsx-places.ts'
import { listComponentFiles } from '#analyze/shared-facts.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import { isComponentEvent } from '#jsx/reactive-names.ts'
import type { SourceSpan } from '#model.ts'
import { isBelow } from '#slash-path.ts'
import { createRule } from '../rule.ts'

/** Code of a page or layout that needs a browser. */
interface PageCodeFact {
  readonly kind: 'event' | 'ref' | 'signal' | 'effect' | 'intent'
  readonly name: string
  readonly file: string
  readonly span: SourceSpan
}

/** Route modules render on the server and are never islands, so interactive code in them would have no effect. */
export const pageCode = createRule({
  code: 'page-code',
  number: 1065,
  severity: 'error',
  title: 'Browser code in a page',
  messages: {
    event:
      '"{name}" never fires: {where} Move the element with its handler into a component, such as src/components/{example}.',
    ref: '"{name}" is never set: {where} Move the element into a component, such as src/components/{example}.',
    signal:
      '{name} never changes: {where} Move it, with the elements that show it, into a component, such as src/components/{example}.',
    effect: '{name} never runs: {where} Move it into a component, such as src/components/{example}.',
    intent: "Agents can't call this intent: {where} Move it into a component, such as src/components/{example}.",
  },
  collect: (app) =>
    listComponentFiles(app)
      .filter((file) => isBelow(app.outline.routesDir, file))
      .flatMap((file) => readPageCode(app, file)),
  check(facts, report) {
    for (const { kind, name, file, span } of facts)
      report(kind, {
        span,
        data: {
          name,
          where: `${file} is rendered on the server, and browsers don't load it.`,
          example: getExampleName(file),
        },
      })
  },
})

/** Suggests a file name for a component that is extracted from a page: `orders-button.tsx` for `src/routes/orders/[id].tsx`. */
function getExampleName(file: string): string {
  const stem =
    file
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? ''
  const folder = file.split('/').at(-2) ?? ''
  const name = [stem, folder].find((part) => /^[a-z][\w-]*$/.test(part) && part !== 'index' && part !== 'routes')
  return name === undefined ? 'my-button.tsx' : `${name}-button.tsx`
}

function readPageCode(app: AnalyzedApp, file: string): readonly PageCodeFact[] {
  const places = readOnce(app.reader, file, readJsxPlaces)
  if (places === undefined) return []
  return [...places.reactive, ...listPackageEvents(places, (specifier) => app.resolveImport(specifier, file))].map(
    ({ kind, name, start, end }) => ({ kind, name, file, span: createSpan(file, places.text, start, end) }),
  )
}

/** Returns the handlers that a page passes to components of installed packages, which need a script to call them. */
function listPackageEvents(
  { elements, imports }: JsxPlaces,
  resolve: (specifier: string) => string | undefined,
): JsxPlaces['reactive'] {
  return elements.flatMap(({ tag, lost, imported }) => {
    const local = tag.split('.')[0] ?? tag
    const source = imports.find(({ names }) => names.has(local))
    if (source === undefined || resolve(source.specifier) !== undefined) return []
    return [...lost, ...imported]
      .filter(({ name }) => isComponentEvent(name))
      .map(({ name, start, end }) => ({ kind: 'event' as const, name, start, end }))
  })
}
