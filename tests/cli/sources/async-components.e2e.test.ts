/** Components that are async functions: in pages, in other components, and in islands. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Running } from '../support/fixture.ts'
import { type WrittenApp, writeApp } from '../support/written-app.ts'

const FILES = {
  'src/load.ts': 'export const load = async (id: number): Promise<string> => ["row", id].join(" ")\n',
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
  'src/routes/nested.tsx': `import { Price } from '../price.tsx'
import { load } from '../load.ts'

export const meta = { title: 'Nested' }
export default async function Nested() {
  const title = await load(1)
  return <main><h1>{title}</h1><p>{await Price({ id: 7 })}</p></main>
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

  it('renders where an async page calls it', async () => {
    expect(await read('/nested')).toBe('<main><h1>row 1</h1><p><b title="row 0">row 7</b></p></main>')
  })

  it.each([
    ['src/routes/nested.tsx', 'Price', "import { Price } from '../price.tsx'"],
    ['src/shelf.tsx', 'Cost', "import { Cost } from './prices/index.ts'"],
    ['src/shelf.tsx', 'Cost', "import Cost from './price-default.tsx'"],
    ['src/shelf.tsx', 'Cost', 'const Cost = async (props: { id: number }) => <i>{props.id}</i>'],
  ])('as an element of %s, <%s> is an error: %s', async (file, name, declaration) => {
    const wrong = writeApp({
      ...FILES,
      'src/prices/index.ts': "export { Price as Cost } from '../price.tsx'\n",
      'src/price-default.tsx': "import { Price } from './price.tsx'\nexport default Price\n",
      [file]: `${declaration}\nexport const meta = { title: 'A' }\nexport default function Shelf() {\n  return <p><${name} id={7} /></p>\n}\n`,
    })
    const { code, stdout } = await wrong.fw('check')
    wrong.remove()
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${file}:4:14 error async-component`)])
  })
})
