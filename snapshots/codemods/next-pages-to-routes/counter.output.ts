// @file package.json
{ "name": "counter", "dependencies": { "react": "19.1.0", "react-dom": "19.1.0", "@fw/cli": "0.2.0", "@fw/runtime": "0.2.0", "solid-js": "1.9.19" }, "scripts": { "dev": "fw dev", "build": "fw build", "start": "fw start" }, "type": "module" }
// @file src/components/home-page.react.tsx
/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useState } from 'react'

function Counter({ from }) {
  const [count, setCount] = useState(from)
  return (
    <>
      <button className="count" onClick={() => setCount(count + 1)}>{count}</button>
      <a href="/about">About</a>
    </>
  )
}

export default island(Counter)
// @file src/routes/_layout.tsx
import type { LayoutProps } from '@fw/runtime'
import '../../styles.css'

export default function App({ children }: LayoutProps) {
  return <>{children}</>
}
// @file src/routes/about.tsx
const About = () => <p class="about">A counter.</p>

export default About
// @file src/routes/index.tsx
import type { PageMeta } from '@fw/runtime'
import View from '../components/home-page.react'
import { start } from '../start'

export const cache = { scope: 'public', maxAge: 0, sharedMaxAge: 10 } as const

// The number that it begins with.
async function load() {
  return { from: await start() }
}

export async function meta(): Promise<PageMeta> {
  const { from } = await load()
  return {
    title: `From ${from}`,
  }
}

export default async function Page() {
  return <View {...(await load())} />
}
// @file src/start.js
export const start = async () => 1
// @file src/styles.d.ts
declare module '*.module.css' {
  const names: Readonly<Record<string, string>>
  export default names
}
declare module '*.css'
// @file styles.css
p { margin: 0 }
// @file tsconfig.json
{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["es2023", "dom", "dom.iterable"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "strict": true,
    "isolatedModules": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "files": [".fw/types/register.d.ts"],
  "include": ["src", "fw.config.ts", ".fw/types"]
}
