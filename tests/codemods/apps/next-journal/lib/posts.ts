export interface PostSummary {
  id: string
  title: string
  date: string
}

export interface Post extends PostSummary {
  cover: string
  html: string
  tags: string[]
  likes: number
}

const POSTS: Post[] = [
  { id: 'ice', title: 'Ice on the lake', date: '2026-01-12', cover: '/ice.svg', html: '<p>It <em>holds</em>.</p>', tags: ['winter'], likes: 2 },
  { id: 'seeds', title: 'First seeds', date: '2026-03-02', cover: '/seeds.svg', html: '<p>Peas.</p>', tags: ['garden', 'spring'], likes: 0 },
]

export async function getSortedPosts(): Promise<PostSummary[]> {
  return [...POSTS].sort((a, b) => (a.date < b.date ? 1 : -1)).map(({ id, title, date }) => ({ id, title, date }))
}

export const getAllIds = async () => POSTS.map(({ id }) => id)
export const getPost = async (id: string) => POSTS.find((post) => post.id === id)
export const getTags = async () => [...new Set(POSTS.flatMap(({ tags }) => tags))]

export async function findPosts(word: string): Promise<PostSummary[]> {
  return (await getSortedPosts()).filter(({ title }) => title.toLowerCase().includes(word.toLowerCase()))
}

export async function like(id: string): Promise<number | undefined> {
  const post = POSTS.find((one) => one.id === id)
  if (post) post.likes += 1
  return post?.likes
}
