/** Explains an error of code that needs a browser, such as a package that reads `document` on the server. */

/** Names that Node doesn't define, in the message of the error that an access causes. */
const MISSING =
  /^(?:window|document|navigator|location|history|screen|self|localStorage|sessionStorage|customElements|(?:HTML|SVG)?\w*Element|Node|NodeList|Image|DOMParser|\w+Observer|matchMedia|getComputedStyle|(?:request|cancel)AnimationFrame) is not defined$/

/** Matches the name of an installed package in a path. */
const PACKAGE = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

/**
 * Returns an error that names the package that needs a browser, if the stack has it, and what to do. Returns any other error
 * itself.
 */
export function explainBrowserError(error: unknown): unknown {
  if (!(error instanceof ReferenceError) || !MISSING.test(error.message)) return error
  const { message, stack = '' } = error
  const name = findPackage(stack)
  const advice =
    name === undefined
      ? 'Only browsers have it: read it in onMount or in an event handler. If a package reads it, put client:only on the island that uses the package.'
      : `Only browsers have it, and the package ${name} reads it. Put client:only on the island that uses the package.`
  const explained = new ReferenceError(`${message}. ${advice}`)
  explained.stack = stack.replace(message, () => explained.message)
  return explained
}

/** Returns the package of the innermost frame; in a build, the bundle has no packages. */
function findPackage(stack: string): string | undefined {
  const frame = stack.split('\n').find((line) => /^\s+at /.test(line)) ?? ''
  return PACKAGE.exec(frame.replaceAll('\\', '/'))?.[1]
}
