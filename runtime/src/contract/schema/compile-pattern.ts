/**
 * Compiles a `pattern` of a schema: in unicode mode, as JSON Schema requires, if the pattern allows it. Those of other
 * libraries are expressions of JavaScript, and many of them are invalid in that mode.
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}
