/** Which pictures a page shows, and which version of each is stored. */
import { expect, test } from 'vitest'
import { findImages } from '../../../../runtime/src/browser/offline/page-images.ts'

const PAGE = 'https://app.example/posts/one'

test('for a picture with several versions, the version for a phone is stored and replaces all others', () => {
  const html = `<picture><source type="image/avif" sizes="100vw" srcset="/a-320.avif 320w, /a-1280.avif 1280w, /a-640.avif 640w">
    <source type="image/webp" srcset="/a-640.webp 640w"><img loading="lazy" src="/a.jpg" alt="An &lt;img src=&quot;/x.jpg&quot;&gt;"></picture>`
  expect(findImages(html, PAGE)).toEqual([
    {
      stored: 'https://app.example/a-640.avif',
      versions: ['a-320.avif', 'a-1280.avif', 'a-640.avif', 'a-640.webp', 'a.jpg'].map(
        (name) => `https://app.example/${name}`,
      ),
    },
  ])
})

test('where all are narrow the widest is stored, and a plain picture is its own only version', () => {
  const html = `<p><img src="b.png?x=1&amp;y=2" alt=""></p><img src="/c.png" srcset="/c-1.png 100w, /c-2.png 200w">`
  expect(findImages(html, PAGE).map(({ stored }) => stored)).toEqual([
    'https://app.example/posts/b.png?x=1&y=2',
    'https://app.example/c-2.png',
  ])
})

test('pictures of other origins, data and what cannot be read are left alone', () => {
  const html = `<img src="https://other.example/d.png"><img src="data:image/png;base64,AAAA"><img src="http://[">
    <img data-src="/e.png"><imgs src="/f.png"><img src="">`
  expect(findImages(html, PAGE)).toEqual([])
})

test('a page with many elements that are never closed takes no time', () => {
  const start = performance.now()
  expect(findImages('<picture>'.repeat(50_000), PAGE)).toEqual([])
  expect(findImages('<img '.repeat(100_000), PAGE)).toEqual([])
  expect(performance.now() - start).toBeLessThan(1_000)
})
