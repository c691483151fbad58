/** Redirects of calls that no form has made. */
import { asRedirect } from '#contract/page/navigation.ts'

/**
 * Replaces a redirect by an error: forms have been redirected already, and pages that call an API directly redirect
 * themselves.
 */
export function withoutRedirect(thrown: unknown, name = 'An api'): unknown {
  const redirect = asRedirect(thrown)
  if (redirect === undefined) return thrown
  return new TypeError(
    `${name} called redirect("${redirect.location}"), which only forms follow. Return a value, and set leadsTo to redirect a form.`,
  )
}
