/** Keeps what is logged on its line: a caller must not be able to write lines, or steer a terminal (log injection). */

// Controls, format characters (bidi overrides, zero-width), line and paragraph separators, lone surrogates.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** The text with every hidden character as `\uXXXX`, which JSON reads back as the same text. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character) => {
    let escaped = ''
    for (let index = 0; index < character.length; index += 1)
      escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
    return escaped
  })
}
