/** Forms in the HTML of users that an app has sanitized: sanitizers keep forms and hidden fields. */
import { expect, test } from 'vitest'
import { livePages } from '../live-pages/live-server.ts'

const pages = livePages()

test('a form of a user calls no api, also in a page of the server', async () => {
  const { server } = pages
  await server.setNotes(
    '<form method="post"><input type="hidden" name="fw:tool" value="api.board.setNotes"><input type="hidden" name="notes[0]" value="stolen"><button>Read more</button></form>',
  )
  const { page } = await pages.open('/island-comments')
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByText('Read more').click(),
  ])
  expect([response.status(), server.state.notes.includes('stolen')]).toEqual([405, false])
})
