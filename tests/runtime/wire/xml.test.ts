import { expect, test } from 'vitest'
import { escapeXml } from '../../../runtime/src/wire/xml.ts'
import { lintXml } from '../../servers/xmllint.ts'

test('escapeXml leaves nothing that ends text or an attribute, and nothing that XML cannot hold', () => {
  expect(escapeXml(`<a b="c" d='e'>&]]></a>`)).toBe('&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;]]&gt;&lt;/a&gt;')
  expect(escapeXml('a\u0000b\u0008c\td\ne\u001ff\ufffeg\uffffh')).toBe('abc\td\nefgh')
  expect(escapeXml('\ud83d\ude00 \ud83d x \ude00')).toBe('\ud83d\ude00  x ')
  let every = ''
  for (let code = 0; code < 0x10000; code++) every += String.fromCharCode(code)
  expect(lintXml([`<a b="${escapeXml(every)}">${escapeXml(every)}</a>`])).toBe('')
})
