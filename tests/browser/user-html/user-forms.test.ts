/** Forms in the HTML of users that an app has sanitized: sanitizers keep forms and hidden fields. */
import { expect, test } from 'vitest'
import { livePages } from '../live-pages/live-server.ts'

const pages = livePages()

test.each(['fw:tool', '&#102;w:tool', 'fw&colon;tool'])(
  'a form of a user with "%s" calls no api, also in a page of the server',
  async (name) => {
    const { server } = pages
    await server.setNotes(
      `<form method="post"><input type="hidden" name="${name}" value="api.board.setNotes"><input type="hidden" name="notes[0]" value="stolen"><button>Read more</button></form>`,
    )
    expect(await readMore()).toBe(405)
    expect(server.state.notes).not.toContain('stolen')
  },
)

test('a form of a user approves no call', async () => {
  const { server } = pages
  const { origin } = server
  const response = await fetch(`${origin}/_fw/api/board.clearNotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fw-origin': 'agent' },
    body: '{}',
  })
  const { result } = (await response.json()) as { result: { status: string; id: string } }
  expect(result.status).toBe('proposal')
  await server.setNotes(
    `<form method="post" action="/_fw/approve"><input type="hidden" name="id" value="${result.id}"><button>Read more</button></form>`,
  )
  expect(await readMore()).toBe(405)
  expect(server.state.notes).toHaveLength(1)
  const page = await (await fetch(`${origin}/_fw/proposals?id=${result.id}`)).json()
  expect(page).toMatchObject({ result: [{ state: 'pending' }] })
  // Also if the HTML reaches the page in another way.
  const { page: other } = await pages.open('/island-comments')
  await other.evaluate(() => document.querySelector('main form')?.setAttribute('action', '/_fw/approve'))
  const [refused] = await Promise.all([
    other.waitForResponse((sent) => sent.request().method() === 'POST'),
    other.getByText('Read more').click(),
  ])
  expect(refused.status()).toBe(403)
  await other.getByText('Nothing was decided').waitFor()
  expect(server.state.notes).toHaveLength(1)
})

/** Clicks the button of the note, as a user who is curious. Returns the status of the response. */
async function readMore(): Promise<number> {
  const { page } = await pages.open('/island-comments')
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByText('Read more').click(),
  ])
  return response.status()
}
