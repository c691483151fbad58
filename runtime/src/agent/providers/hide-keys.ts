/** Removes keys from the words of a provider, which the log and the span contain. Some servers repeat the key that they refuse. */

/** A shorter key is a placeholder of a server that needs none, and may be part of any word. */
const MIN_KEY = 8

/** Shortest word that counts as a key by its form alone. */
const MIN_FORM = 16

const WORD = /[\w.~+/-]+/g

/** Starts of keys: of a model object or a proxy, whose key the framework doesn't have. */
const FORM = /^(?:sk|pk|rk|gsk|xai|hf|r8|pplx)[-_]|^AIza|^ya29\./

const LABEL = /(?:bearer |key=|token=)$/i
const LABEL_LENGTH = 7

/** Returns the text with `***` in place of the key, and of everything that looks like one. */
export function hideKeys(text: string, key: string): string {
  const known = key.length < MIN_KEY ? text : text.replaceAll(key, '***')
  return known.replace(WORD, (word, offset: number) =>
    isKey(word, known.slice(Math.max(0, offset - LABEL_LENGTH), offset)) ? '***' : word,
  )
}

function isKey(word: string, before: string): boolean {
  if (LABEL.test(before)) return word.length >= MIN_KEY
  return word.split('/').some((part) => part.length >= MIN_FORM && FORM.test(part))
}
