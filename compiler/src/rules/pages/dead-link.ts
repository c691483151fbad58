import { createApiTest } from '#analyze/apis/api-paths.ts'
import type { DeadLinkFact } from '#analyze/pages/analyze-urls.ts'
import type { LinkPlace } from '#analyze/pages/analyzed-components.ts'
import { getMessages } from '#analyze/shared-facts.ts'
import { nearestFix } from '#diagnostic/fix.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** Checks literal links. TypeScript checks the arguments of `href()`. */
export const deadLink = createRule({
  code: 'dead-link',
  number: 1032,
  severity: 'warning',
  title: 'Broken link',
  messages: {
    dead: 'The link to "{to}" matches no page, public file, redirect or rewrite of this app. Correct it, or add the page.',
    near: 'The link to "{to}" matches no page, public file, redirect or rewrite of this app. Did you mean "{nearest}"?',
  },
  collect(app) {
    const { outline, components } = app
    const links = removeLocales(components.links, getMessages(app).model?.locales ?? [])
    const dead = outline.addresses.deadLinks(links)
    if (dead.length === 0) return dead
    const isApi = createApiTest((app.names?.() ?? app.model).modules)
    return dead.filter(({ to }) => !isApi(to))
  },
  check(facts: readonly DeadLinkFact[], report) {
    for (const { to, nearest, span } of facts)
      if (nearest === undefined) report('dead', { span, data: { to } })
      else report('near', { span, ...linkFix(to, nearest, span), data: { to, nearest } })
  },
})

/** A link with a language prefix links to the page without it. */
function removeLocales(links: readonly LinkPlace[], locales: readonly string[]): readonly LinkPlace[] {
  if (locales.length === 0) return links
  return links.map((link) => {
    const [whole = '', locale = ''] = /^\/([^/?#]*)/.exec(link.to) ?? []
    if (!locales.includes(locale)) return link
    const rest = link.to.slice(whole.length)
    return { ...link, to: rest.startsWith('/') ? rest : `/${rest}` }
  })
}

/** Returns a fix that preserves query and fragment, unless the path would need escapes in quotes. */
function linkFix(to: string, nearest: string, span: SourceSpan): ReturnType<typeof nearestFix> {
  const rest = /[?#].*$/s.exec(to)?.[0] ?? ''
  const inQuotes = { ...span, start: span.start + 1, end: span.end - 1, column: span.column + 1 }
  return PLAIN.test(nearest + rest) ? nearestFix(nearest, inQuotes, (path) => path + rest) : {}
}

const PLAIN = /^[\w\-.~/?#=+,:;@!*()]*$/
