import { expect, test } from 'vitest'
import {
  escapeHtml,
  escapeScript,
  escapeSingleQuoted,
  escapeStyle,
  scriptJson,
  unescapeHtml,
} from '../../../runtime/src/wire/html.ts'

test('escapeHtml leaves nothing that ends text or an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  )
  expect(escapeHtml('plain')).toBe('plain')
})

test('escapeSingleQuoted leaves nothing that ends an attribute in single quotes', () => {
  const text = `{"a":"<b title='&amp;'>"}`
  expect(escapeSingleQuoted(text)).toBe('{"a":"&lt;b title=&#39;&amp;amp;&#39;&gt;"}')
  expect(unescapeHtml(escapeSingleQuoted(text))).toBe(text)
})

test('scriptJson cannot leave its script element and reads back as the same value', () => {
  const value = { a: '</script><!--', b: '\u2028\u2029&', c: [1, null] }
  expect(scriptJson(value)).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(scriptJson(value))).toEqual(value)
})

test('unescapeHtml reverses escapeHtml, and nothing else', () => {
  for (const text of [`<a href="x" title='y'>&</a>`, '&amp;lt;', '&copy;'])
    expect(unescapeHtml(escapeHtml(text))).toBe(text)
})

test('scripts and styles cannot leave their elements and mean the same', () => {
  const script = 'globalThis.told = "</script><SCRIPT><!--"'
  expect(escapeScript(script)).not.toMatch(/<\/?script/i)
  expect(new Function(`${escapeScript(script)}; return told`)()).toBe('</script><SCRIPT><!--')
  expect(escapeStyle('a::before{content:"</style></STYLE>"}')).toBe('a::before{content:"</\\73 tyle></\\53 TYLE>"}')
})
