// @file package.json
{
  "name": "one-line",
  "dependencies": {
    "@fw/cli": "0.2.0",
    "@fw/runtime": "0.2.0",
    "solid-js": "1.9.19"
  },
  "scripts": {
    "dev": "fw dev",
    "build": "fw build",
    "start": "fw start"
  },
  "type": "module"
}
// @file src/routes/index.tsx
import type { PageProps } from '@fw/runtime'

export default async function Home(page: PageProps<'/'>) {
  const { n }: { n: number } = await load(page)
  return <p>{n}</p> }
async function load({ params, search }: PageProps<'/'>) {
  const query: Partial<Record<string, string>> = { ...params, ...Object.fromEntries(search) }
  return { n: Number(query.n) } }
// @file src/routes/posts/[id].tsx
import type { PageProps } from '@fw/runtime'

const Post = async (page: PageProps<'/posts/[id]'>) => {
  const { id, title } = await load(page)
  const text = `${id}: ${title}`; return <p>{text}</p> }
export default Post
export const staticParams = async () => ([{ id: '1' }])
const load = async ({ params }: Pick<PageProps<'/posts/[id]'>, 'params'>) => { const title = 'One'; return { id: params.id, title } }
// @file src/routes/tags/[tag].tsx
import type { PageProps } from '@fw/runtime'

export default async function Tag(page: PageProps<'/tags/[tag]'>) {
  const { tag } = await load(page) // by name
  return <h1>{tag}</h1>
}
const load = async ({ params }: Pick<PageProps<'/tags/[tag]'>, 'params'>) => ({ tag: params.tag })
// @file tsconfig.json
{
  "compilerOptions": {
    "jsx": "preserve",
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsxImportSource": "solid-js",
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": [".fw/types/register.d.ts"],
  "include": ["src", "fw.config.ts", ".fw/types"]
}
