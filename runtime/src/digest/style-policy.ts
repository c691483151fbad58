/** The policy of the framework's own pages, which need no app file. */
import { createHash } from 'node:crypto'

/**
 * Returns a content security policy that allows one inline style sheet and nothing else: no script, no foreign URL, no frame around
 * the page. `style` is the exact text of the element; `more` are directives to add, such as `form-action 'self'`.
 */
export function createStylePolicy(style: string, more: readonly string[] = []): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    ...more,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
