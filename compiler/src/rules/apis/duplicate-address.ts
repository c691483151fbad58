import { API_METHODS, type ApiAddress, getPathShape, parseApiAddress, parsePattern } from '@fw/runtime/contract'
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { listExportedValues } from '#analyze/modules/module-exports.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** An api with an address, a page, or a handler of an endpoint. */
interface Addressed {
  readonly name: string
  readonly kind: 'api' | 'page' | 'endpoint'
  readonly method: string
  readonly pattern: string
  readonly shape: string
  readonly span: SourceSpan
}

/** Names of parameters don't distinguish addresses. */
export const duplicateAddress = createRule({
  code: 'duplicate-address',
  number: 1146,
  severity: 'error',
  title: 'Two handlers have the same address',
  messages: {
    api: '{tool} has the same address as {other} ("{address}"). Change one of them, or distinguish the paths by a static segment or a matcher.',
    page: '{tool} has the address "{address}", which is the path of the page {other}. Choose another path for the api, such as "/api{pattern}".',
    endpoint: '{tool} has the address "{address}", which {other} handles. Remove one of the two handlers.',
  },
  collect: (app) => [...listPages(app), ...listEndpoints(app), ...listApis(app)],
  check(facts: readonly Addressed[], report) {
    const seen = new Map<string, Addressed>()
    for (const fact of facts) {
      const { name: tool, kind, method, pattern, shape, span } = fact
      const key = `${method} ${shape}`
      const other = seen.get(key)
      if (other === undefined) seen.set(key, fact)
      // Another rule reports duplicate pages.
      if (other === undefined || kind !== 'api') continue
      const related = [{ message: `${other.name} is here.`, span: other.span }]
      const data = { tool, other: other.name, address: `${method} ${pattern}`, pattern }
      report(other.kind, { span, related, tools: [tool], data })
    }
  },
})

function listPages({ outline }: AnalyzedApp): readonly Addressed[] {
  return outline.routes.facts
    .filter(({ problem }) => problem === undefined)
    .map(({ file, pattern, span }) => {
      const shape = getPathShape(parsePattern(pattern))
      return { name: file, kind: 'page', method: 'GET', pattern, shape, span }
    })
}

/** An endpoint with a default handler handles every method. */
function listEndpoints({ reader, outline }: AnalyzedApp): readonly Addressed[] {
  return outline.routes.httpFacts
    .filter(({ problem }) => problem === undefined)
    .flatMap(({ file, pattern, span }) => {
      const shape = getPathShape(parsePattern(pattern))
      const names = listExportedValues(reader, file).map(({ name }) => name)
      return API_METHODS.filter((method) => names.includes(method) || names.includes('default')).map(
        (method): Addressed => ({ name: file, kind: 'endpoint', method, pattern, shape, span }),
      )
    })
}

function listApis({ modules }: AnalyzedApp): readonly Addressed[] {
  return modules.flatMap(({ model }) =>
    model.apis.flatMap(({ tool, http }): readonly Addressed[] => {
      const address = http && parse(http.address)
      if (http === undefined || address === undefined) return []
      const { method, pattern, segments } = address
      return [{ name: tool, kind: 'api', method, pattern, shape: getPathShape(segments), span: http.span }]
    }),
  )
}

/** Another rule reports invalid addresses. */
function parse(address: string): ApiAddress | undefined {
  try {
    return parseApiAddress(address)
  } catch {
    return undefined
  }
}
