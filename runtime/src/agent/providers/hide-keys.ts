/** Removes keys from the words of a provider, which the log and the span contain. Some servers repeat the key that they refuse. */

/** A shorter key is a placeholder of a server that needs none, and may be part of any word. */
const MIN_KEY = 8

/** Keys by their form: of a model object or a proxy, whose key the framework doesn't have, and bearer tokens. */
const KEY_FORMS =
  /\b(?:sk|pk|rk|gsk|xai|hf|r8|pplx)[-_][\w.-]{12,}|\bAIza[\w-]{20,}|\bya29\.[\w-]{20,}|(?<=\bbearer\s)[\w.~+/=-]{8,}|(?<=[?&](?:key|api[-_]?key|token)=)[^\s&"']+/gi

/** Returns the text with `***` in place of the key, and of everything that looks like one. */
export function hideKeys(text: string, key: string): string {
  const known = key.length < MIN_KEY ? text : text.replaceAll(key, '***')
  return known.replace(KEY_FORMS, '***')
}
