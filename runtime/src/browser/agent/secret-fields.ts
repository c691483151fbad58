/** Fields whose values are for people: tools of an agent neither read nor fill them. */

/** Fields that have been password fields: a "Show password" button turns one into a field of text. */
const passwords = new WeakSet<EventTarget>()
/** Before this code is loaded, a person may have pressed such a button. */
const NAMED = /pass(?:word|wd|phrase)|\bpwd\b/i
let observer: MutationObserver | undefined

/** Begins to remember the password fields of the document. */
export function watchPasswords(): void {
  if (observer) return
  for (const field of document.querySelectorAll('input[type=password]')) passwords.add(field)
  observer = new MutationObserver(noteChanges)
  const options = { subtree: true, attributes: true, attributeFilter: ['type'], attributeOldValue: true }
  observer.observe(document, options)
}

function noteChanges(changes: readonly MutationRecord[] = []): void {
  for (const { target, oldValue } of changes) if (oldValue?.toLowerCase() === 'password') passwords.add(target)
}

/** Values of `autocomplete` for data that must not reach a model. */
const PRIVATE = /\b(?:(cc-(?:number|csc|exp|exp-month|exp-year))|one-time-code)\b/i

/** What a field holds that is for people. */
type Secret = 'password' | 'file' | 'payment card' | 'one-time code'

/** Returns what a field holds that is for people; undefined for other elements. */
export function findSecret(element: Element): Secret | undefined {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return undefined
  if (element.type === 'file') return 'file'
  noteChanges(observer?.takeRecords())
  const { type, autocomplete, name, id } = element
  const isDeclared = /\b(?:current|new)-password\b/i.test(autocomplete) || NAMED.test(`${name} ${id}`)
  const isPassword = type === 'password' || passwords.has(element) || isDeclared
  if (isPassword) return 'password'
  const found = PRIVATE.exec(autocomplete)
  return found ? (found[1] ? 'payment card' : 'one-time code') : undefined
}
