/** Components that are async functions: in pages, in other components, and in islands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Running } from './support/fixture.ts'
import { type WrittenApp, writeApp } from './support/written-app.ts'

const FILES = {
  'src/load.ts': 'export const load = async (id: number): Promise<string> => `row ${id}`\n',
  'src/routes/rows.tsx': `import { load } from '../load.ts'

export const meta = { title: 'Rows' }
export default async function Rows() {
  const items = []
  let total = 0
  for (let id = 1; id <= 3; id++) {
    total += id
    items.push(<li>{await load(id)}, {total}</li>)
  }
  return <main><ol>{items}</ol></main>
}
`,
  'src/price.tsx': `import { load } from './load.ts'

export async function Price(props: { id: number }) {
  const text = await load(props.id)
  return <b title={await load(0)}>{text}</b>
}
`,
  'src/routes/parts.tsx': `import { Price } from '../price.tsx'

export const meta = { title: 'Parts' }
export default function Parts() {
  return <main><p><Price id={7} /></p></main>
}
`,
  'src/routes/nested.tsx': `import { Price } from '../price.tsx'
import { load } from '../load.ts'

export const meta = { title: 'Nested' }
export default async function Nested() {
  const title = await load(1)
  return <main><h1>{title}</h1>{[8, 9].map((id) => <Price id={id} />)}</main>
}
`,
}

let app: WrittenApp
let server: Running
beforeAll(async () => {
  app = writeApp(FILES)
  server = await app.start()
}, 120_000)
afterAll(async () => {
  await server.stop('SIGTERM')
  app.remove()
})

const read = async (path: string) => {
  const text = await (await fetch(new URL(path, server.url))).text()
  return /<main>.*<\/main>/s.exec(text)?.[0]
}

describe('an async function component', () => {
  it('shows in each row the values of its own turn of the loop', async () => {
    expect(await read('/rows')).toBe('<main><ol><li>row 1, 1</li><li>row 2, 3</li><li>row 3, 6</li></ol></main>')
  })

  it('renders inside other components', async () => {
    expect(await read('/parts')).toBe('<main><p><b title="row 0">row 7</b></p></main>')
    expect(await read('/nested')).toBe('<main><h1>row 1</h1><b title="row 0">row 8</b><b title="row 0">row 9</b></main>')
  })
})
