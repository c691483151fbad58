import { describe, expect, it } from 'vitest'
import { printableJson, printableText, resultJson } from '../../cli/src/printable-text.ts'

// Turns the rest of the line around, hides it, moves the cursor (also by its 8-bit form), or is invisible.
const hostile = [
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\u001b[2K',
  '\u009b2K',
  '\u007f',
  '\u2028',
  '\u{e0041}',
  '\ue000',
  '\u00ad',
  // Drawn as nothing, or as the space that it is not.
  '\u3164',
  '\ufe0f',
  '\u2800',
  '\u00a0',
  '\u{10fffe}',
]

describe('printable text', () => {
  it.each(hostile)('shows %j as an escape, and stays the same value', (text) => {
    const value = { note: `a${text}b` }
    for (const shown of [printableJson(value), resultJson(value)]) {
      expect(shown).not.toContain(text)
      expect(shown).toContain('\\u')
      expect(JSON.parse(shown)).toEqual(value)
    }
    expect(printableText(`a${text}b`)).not.toContain(text)
  })

  it('a call is one line, also with line breaks in its input', () => {
    expect(printableJson({ note: 'a\n\r\u0085b' })).toBe('{"note":"a\\n\\r\\u0085b"}')
  })

  it('leaves what people read as it is', () => {
    expect(printableJson({ name: 'Zoë 漢字 🍵' })).toBe('{"name":"Zoë 漢字 🍵"}')
    expect(printableText('one\ntwo\tthree')).toBe('one\ntwo\tthree')
  })
})
