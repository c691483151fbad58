import { createTestApp, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Sent {
  readonly body?: object
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The members of the responses that the tests read. */
interface Reply {
  readonly status: number | string
  readonly user: { readonly token: string; readonly username: string; readonly bio: string | null }
  readonly article: Article
  readonly articles: readonly Article[]
  readonly articlesCount: number
  readonly comment: { readonly id: number; readonly author: { readonly username: string } }
  readonly comments: readonly unknown[]
  readonly profile: { readonly following: boolean }
  readonly tags: readonly string[]
}

interface Article {
  readonly slug: string
  readonly body: string
  readonly tagList: readonly string[]
  readonly createdAt: string
  readonly favoritesCount: number
  readonly author: { readonly username: string }
}

async function send(request: string, { body, token, headers }: Sent = {}): Promise<Reply> {
  const [method = '', path = ''] = request.split(' ')
  const response = await app.fetch(
    new Request(`http://localhost/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Token ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  const members = JSON.parse(text === '' ? '{}' : text) as Omit<Reply, 'status'> // what the requests below return
  return { status: response.status, ...members }
}

async function register(username: string): Promise<string> {
  const user = { username, email: `${username}@mail.example`, password: 'correct horse' }
  const { status, user: account } = await send('POST /users', { body: { user } })
  expect(status).toBe(201)
  return account.token
}

const ARTICLE = { title: 'How to brew tea', description: 'Slowly.', body: 'Seventy degrees.', tagList: ['tea', 'slow'] }

it('registers users once, and lets them in with their password', async () => {
  await register('ann')
  const user = { email: 'ann@mail.example', password: 'correct horse' }
  const again = await send('POST /users', { body: { user: { ...user, username: 'anna' } } })
  expect(again).toMatchObject({ status: 409, code: 'email_taken' })
  expect(await send('POST /users', { body: { user: { username: 'x' } } })).toMatchObject({
    status: 400,
    issues: [{ path: 'user.email' }, { path: 'user.password' }],
  })
  const short = { user: { username: 'amy', email: 'amy@mail.example', password: 'short' } }
  expect(await send('POST /users', { body: short })).toMatchObject({ status: 400, issues: [{ path: 'user.password' }] })
  const { status, user: account } = await send('POST /users/login', { body: { user } })
  expect([status, account.username, account.bio]).toEqual([200, 'ann', null])
  const wrong = await send('POST /users/login', { body: { user: { ...user, password: 'wrong' } } })
  expect(wrong.status).toBe(401)
  expect(await send('GET /user', { token: account.token })).toMatchObject({ status: 200, user: { username: 'ann' } })
  const changed = await send('PUT /user', { token: account.token, body: { user: { bio: 'Drinks tea.' } } })
  expect(changed.user).toMatchObject({ username: 'ann', bio: 'Drinks tea.', image: null })
  for (const sent of [{}, { token: 'nonsense' }]) expect((await send('GET /user', sent)).status).toBe(401)
})

it('publishes, finds, changes and removes articles', async () => {
  const [ben, cleo] = [await register('ben'), await register('cleo')]
  const { status, article } = await send('POST /articles', { token: ben, body: { article: ARTICLE } })
  expect([status, article.slug, article.tagList, article.author.username]).toEqual([
    201,
    'how-to-brew-tea',
    ['slow', 'tea'],
    'ben',
  ])
  expect(new Date(article.createdAt).toISOString()).toBe(article.createdAt)
  const second = await send('POST /articles', { token: ben, body: { article: { ...ARTICLE, tagList: ['coffee'] } } })
  expect(second.article.slug).toBe('how-to-brew-tea-2')
  const byTag = await send('GET /articles?tag=slow&limit=5')
  expect(byTag).toMatchObject({ articlesCount: 1, articles: [{ slug: 'how-to-brew-tea', favorited: false }] })
  expect(byTag.articles[0]).not.toHaveProperty('body')
  expect((await send('GET /articles?limit=0')).status).toBe(400)
  expect((await send('GET /tags')).tags).toEqual(expect.arrayContaining(['tea', 'slow', 'coffee']))

  const liked = await send(`POST /articles/${article.slug}/favorite`, { token: cleo })
  expect(liked.article).toMatchObject({ favorited: true, favoritesCount: 1 })
  expect((await send('GET /articles?favorited=cleo')).articlesCount).toBe(1)
  expect((await send(`DELETE /articles/${article.slug}/favorite`, { token: cleo })).article.favoritesCount).toBe(0)

  const change = { body: { article: { title: 'Brewing tea' } } }
  expect(await send(`PUT /articles/${article.slug}`, { token: cleo, ...change })).toMatchObject({
    status: 403,
    code: 'not_author',
  })
  const changed = await send(`PUT /articles/${article.slug}`, { token: ben, ...change })
  expect(changed.article).toMatchObject({ slug: 'brewing-tea', body: ARTICLE.body })
  expect((await send('DELETE /articles/brewing-tea', { token: ben })).status).toBe(204)
  expect((await send('GET /articles/brewing-tea')).status).toBe(404)
})

it('shows comments, and a feed of the authors whom a user follows', async () => {
  const [dora, eli] = [await register('dora'), await register('eli')]
  const { article } = await send('POST /articles', { token: dora, body: { article: { ...ARTICLE, title: 'Mate' } } })
  expect((await send('GET /articles/feed', { token: eli })).articlesCount).toBe(0)
  expect((await send('GET /articles/feed')).status).toBe(401)
  expect((await send('POST /profiles/dora/follow', { token: eli })).profile.following).toBe(true)
  expect((await send('GET /profiles/dora')).profile.following).toBe(false)
  expect((await send('GET /articles/feed', { token: eli })).articles[0]?.author).toMatchObject({ following: true })
  expect((await send('DELETE /profiles/dora/follow', { token: eli })).profile.following).toBe(false)

  const path = `/articles/${article.slug}/comments`
  const { status, comment } = await send(`POST ${path}`, { token: eli, body: { comment: { body: 'Thank you!' } } })
  expect([status, comment.author.username]).toEqual([201, 'eli'])
  expect((await send(`GET ${path}`)).comments).toMatchObject([{ id: comment.id, body: 'Thank you!' }])
  expect((await send(`DELETE ${path}/${comment.id}`, { token: dora })).status).toBe(403)
  expect((await send(`DELETE ${path}/${comment.id}`, { token: eli })).status).toBe(204)
  expect((await send(`GET ${path}`)).comments).toEqual([])
})

it('waits for a person when an agent publishes, and tells it nothing about an account', async () => {
  const token = await register('fay')
  const headers = { 'x-fw-origin': 'agent' }
  const held = await send('POST /articles', { token, headers, body: { article: ARTICLE } })
  expect(held).toMatchObject({ status: 'proposal', tool: 'api.articles.create' })
  expect((await send('GET /user', { token, headers })).status).toBe(403)
})
