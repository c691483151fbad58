/** The value of a textarea, also a spread one such as `form.field(name)`, is its content: browsers ignore an attribute `value`. */
import { expect, test } from 'vitest'
import { compileApp } from '../../page/compiled-routes.ts'

const app = compileApp({
  'routes/index.tsx': `export default (props) => (
    <>
      <textarea name="a" {...{ rows: 3, value: props.ctx.value }} />
      <textarea name="b" value={props.ctx.value} />
      <div>
        <textarea name="d" rows="3" prop:value={props.ctx.value} />
      </div>
      <textarea name="c" {...{ title: 'x' }}>{props.ctx.value}</textarea>
    </>
  )`,
})

test.each([
  ['Hello', 'Hello'],
  ['</textarea><b>x</b> & "y"', '&lt;/textarea>&lt;b>x&lt;/b> &amp; "y"'],
  ['', ''],
])('%j is shown, as a value and as content', async (value, content) => {
  const { body } = await app.get('/', { value })
  expect(body.match(/(?<=<textarea[^>]*>)[\s\S]*?(?=<\/textarea>)/g)).toEqual([content, content, content, content])
  expect(body).not.toMatch(/<textarea[^>]* value=/)
})

test('a textarea begins with the first line break of its value, which parsers remove', async () => {
  const { body } = await app.get('/', { value: '\na' })
  for (const name of ['a', 'b']) expect(body).toMatch(new RegExp(`name="${name}"[^>]*>\n\na<`))
})
