/** What the name of a form's field leads to: read by the server, and by the compiler before anything is sent. */

/** How deep a name may lead, as deep as JSON may be. */
const MAX_STEPS = 100

const STEP = /^(?:\.?([^.[\]"]+)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\])/

/** `items[0].qty` is `items`, 0, `qty`; a last `[]` says that there may be several. What is no path is one name. */
export function fieldSteps(name: string): readonly (string | number)[] {
  const steps: (string | number)[] = []
  let rest = name.endsWith('[]') ? name.slice(0, -2) : name
  while (rest !== '') {
    const found = rest.startsWith('.') && steps.length === 0 ? undefined : STEP.exec(rest)
    // A name follows a name with a dot between them.
    if (!found || steps.length >= MAX_STEPS || (found[1] !== undefined && steps.length > 0 && !rest.startsWith('.')))
      return [name]
    const [whole, key, index, quoted] = found
    if (key !== undefined) steps.push(key)
    else if (index !== undefined) steps.push(Number(index))
    else {
      try {
        steps.push(JSON.parse(quoted ?? '') as string) // the pattern lets strings through
      } catch {
        return [name]
      }
    }
    rest = rest.slice(whole.length)
  }
  return steps.length === 0 ? [name] : steps
}
