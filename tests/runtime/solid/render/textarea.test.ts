/** The value of a spread textarea, such as `form.field(name)`, is its content: browsers ignore an attribute `value`. */
import { expect, test } from 'vitest'
import { compileApp } from '../../page/compiled-routes.ts'

const app = compileApp({
  'routes/index.tsx': `export default (props) => (
    <>
      <textarea name="a" {...{ rows: 3, value: props.ctx.value }} />
      <textarea name="c" {...{ title: 'x' }}>{props.ctx.value}</textarea>
    </>
  )`,
})

test.each([
  ['Hello', 'Hello'],
  ['</textarea><b>x</b> & "y"', '&lt;/textarea>&lt;b>x&lt;/b> &amp; "y"'],
  ['', ''],
])('%j is shown, as a value of a spread and as content', async (value, content) => {
  const { body } = await app.get('/', { value })
  expect(body.match(/(?<=<textarea[^>]*>)[\s\S]*?(?=<\/textarea>)/g)).toEqual([content, content])
  expect(body).not.toMatch(/<textarea[^>]* value=/)
})

test('a spread textarea begins with the first line break of its value, which parsers remove', async () => {
  const { body } = await app.get('/', { value: '\na' })
  expect(body).toMatch(/name="a"[^>]*>\n\na</)
})
