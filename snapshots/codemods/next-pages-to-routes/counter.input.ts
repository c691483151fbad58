// @file package.json
{ "name": "counter", "dependencies": { "next": "15.5.0", "react": "19.1.0", "react-dom": "19.1.0" } }
// @file pages/_app.js
import '../styles.css'

export default function App({ Component, pageProps }) {
  return <Component {...pageProps} />
}
// @file pages/index.js
import { useState } from 'react'
import Head from 'next/head'
import Link from 'next/link'
import { start } from '../start'

// The number that it begins with.
export async function getStaticProps() {
  return { props: { from: await start() }, revalidate: 10 }
}

export default function Counter({ from }) {
  const [count, setCount] = useState(from)
  return (
    <>
      <Head>
        <title>{`From ${from}`}</title>
      </Head>
      <button className="count" onClick={() => setCount(count + 1)}>{count}</button>
      <Link href="/about">About</Link>
    </>
  )
}
// @file pages/about.js
const About = () => <p className="about">A counter.</p>

export default About
// @file start.js
export const start = async () => 1
// @file styles.css
p { margin: 0 }
