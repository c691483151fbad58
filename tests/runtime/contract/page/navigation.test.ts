import { expect, test } from 'vitest'
import { FwError } from '../../../../runtime/src/contract/http/error.ts'
import { notFound, Redirect, redirect } from '../../../../runtime/src/contract/page/navigation.ts'

const thrownBy = (run: () => never): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

test('notFound() throws the code not_found', () => {
  expect(thrownBy(notFound)).toBeInstanceOf(FwError)
  expect(thrownBy(notFound)).toMatchObject({ code: 'not_found', status: 404 })
})

test('redirect() takes paths of this app, normalised', () => {
  expect(thrownBy(() => redirect('/a/../b?c=1#d'))).toMatchObject({ location: '/b?c=1#d', status: 303 })
  expect(thrownBy(() => redirect('/a', { status: 308 }))).toMatchObject({ status: 308 })
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'a',
  '',
])('redirect(%j) is refused', (to) => {
  expect(thrownBy(() => redirect(to))).toBeInstanceOf(TypeError)
})

test('redirect() to another origin needs external, and http(s)', () => {
  expect(thrownBy(() => redirect('https://a.example/b', { external: true }))).toBeInstanceOf(Redirect)
  expect(thrownBy(() => redirect('javascript:alert(1)', { external: true }))).toBeInstanceOf(TypeError)
})
