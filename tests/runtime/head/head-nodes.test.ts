import { expect, test } from 'vitest'
import { headNodes, printHeadNodes } from '../../../runtime/src/head/head-nodes.ts'

test('title and description have stable ids and fall back to the configuration', () => {
  const defaults = { title: 'Shop', description: 'Everything' }
  expect(printHeadNodes(headNodes({ title: 'Tea' }, defaults))).toBe(
    '<title id="fw-title">Tea</title><meta id="fw-description" name="description" content="Everything">',
  )
  expect(headNodes({}, {})).toEqual([])
})

test('values are escaped for where they stand', () => {
  const html = printHeadNodes(headNodes({ title: '</title><script>', description: '"><script>\'&' }, {}))
  expect(html).toBe(
    '<title id="fw-title">&lt;/title&gt;&lt;script&gt;</title>' +
      '<meta id="fw-description" name="description" content="&quot;&gt;&lt;script&gt;&#39;&amp;">',
  )
})
