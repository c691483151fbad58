// @file package.json
{
  "name": "one-line",
  "dependencies": {
    "next": "15.5.4",
    "react": "19.1.0"
  }
}
// @file pages/index.tsx
export default function Home({ n }: { n: number }) { return <p>{n}</p> }
export async function getServerSideProps({ query }) { return { props: { n: Number(query.n) } } }
// @file pages/posts/[id].tsx
const Post = ({ id, title }) => { const text = `${id}: ${title}`; return <p>{text}</p> }
export default Post
export const getStaticPaths = async () => ({ paths: [{ params: { id: '1' } }], fallback: false })
export const getStaticProps = async ({ params }) => { const title = 'One'; return { props: { id: params.id, title } } }
// @file pages/tags/[tag].tsx
export default function Tag({ tag }) { // by name
  return <h1>{tag}</h1>
}
export const getServerSideProps = async ({ params }) => ({ props: { tag: params.tag } })
// @file tsconfig.json
{
  "compilerOptions": {
    "jsx": "preserve"
  }
}
