/**
 * Parses the names of form fields as paths into the input. Used by the server, and by the compiler before a form is sent.
 */

import { MAX_JSON_DEPTH } from './json-depth.ts'

const STEP = /^(?:\.?([^.[\]"]+)|\[(\d{1,9})\]|\[("[^"\\]*(?:\\.[^"\\]*)*")\])/

/**
 * Splits a name: `items[0].qty` is `items`, 0, `qty`. A last `[]`, which allows several values, is ignored. A name that
 * isn't a path is a single step.
 */
export function fieldSteps(name: string): readonly (string | number)[] {
  const steps: (string | number)[] = []
  let rest = name.endsWith('[]') ? name.slice(0, -2) : name
  while (rest !== '') {
    const found = rest.startsWith('.') && steps.length === 0 ? undefined : STEP.exec(rest)
    // A dot must separate two names.
    if (
      !found ||
      steps.length >= MAX_JSON_DEPTH ||
      (found[1] !== undefined && steps.length > 0 && !rest.startsWith('.'))
    )
      return [name]
    const [whole, key, index, quoted] = found
    if (key !== undefined) steps.push(key)
    else if (index !== undefined) steps.push(Number(index))
    else {
      try {
        steps.push(JSON.parse(quoted ?? '') as string) // the pattern matches only strings
      } catch {
        return [name]
      }
    }
    rest = rest.slice(whole.length)
  }
  return steps.length === 0 ? [name] : steps
}
