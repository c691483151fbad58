/**
 * The inline elements of Markdown. The last block of a growing text is matched again and again, so matching takes linear time:
 * an element has a limited length, and no element that isn't closed is searched beyond the start of the next one.
 */
export const INLINE: RegExp =
  /\\([\\`*_{}[\]()#+.!|>~-])|(?<!`)(`{1,4})(?!`)([\s\S]{0,2000}?[^`])\2(?!`)|(!?)\[([^[\]\n]{0,500})\]\(\s{0,9}<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s{1,9}"[^"\n]{0,500}")?\s{0,9}\)|\*\*(?=\S)((?:(?!\*\*)[\s\S]){1,2000})(?<=\S)\*\*|\*(?=[^\s*])([^*\n]{0,2000}[^\s*])\*|(?<![\p{L}\p{N}_])_(?=[^\s_])([^_\n]{0,2000}[^\s_])_(?![\p{L}\p{N}_])|(https?:\/\/[^\s<>"'`*]+)/gu
