import type { PageMeta } from '@fw/runtime'
import Hello from '../content/hello.mdx'

export const meta: PageMeta = { title: 'Hello from MDX' }

export default function HelloPage() {
  return <Hello />
}
