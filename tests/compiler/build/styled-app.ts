/** The fixture app with styles of every kind: global, of server-only files, modules, of an island, through PostCSS. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type AppCopy, copyFixture } from './app-copy.ts'

/** Each file colors its own element, and `order` shows the last style sheet. */
export const STYLED_FILES: Readonly<Record<string, string>> = {
  'src/styles.css': 'body{color:rgb(1,1,1)} .order{color:rgb(1,1,1)} .late{--double:10px;padding:double(10px)}',
  'src/routes/layout.css': '.shell{color:rgb(2,2,2)} .order{color:rgb(2,2,2)}',
  'src/routes/about.css': '.about{color:rgb(3,3,3)} .order{color:rgb(3,3,3)} .dot{background:url(./dot.svg)}',
  'src/routes/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/components/card.module.css': '.title{color:rgb(4,4,4)}',
  'src/components/counter.css': '.counter{color:rgb(5,5,5)}',
  'src/components/counter.module.css': '.value{color:rgb(6,6,6)}',
  'src/routes/_layout.tsx':
    "import type { JSX } from 'solid-js'\nimport './layout.css'\nexport default function Layout(props: { children: JSX.Element }) {\n  return <main class=\"shell\">{props.children}</main>\n}\n",
  'src/routes/about.tsx':
    'import { Card } from \'../components/card.tsx\'\nimport \'./about.css\'\nexport const meta = { title: \'About\' }\nexport default function About() {\n  return <div><p class="about">About</p><p class="order">Order</p><p class="late">Late</p><Card title="card" /></div>\n}\n',
  'src/components/card.tsx':
    "import styles from './card.module.css'\nexport function Card(props: { title: string }) {\n  return <h2 class={styles.title}>{props.title}</h2>\n}\n",
  'src/components/counter.tsx':
    "import { createSignal } from 'solid-js'\nimport './counter.css'\nimport styles from './counter.module.css'\nexport function Counter(props: { start: number }) {\n  const [count, setCount] = createSignal(props.start)\n  return <button type=\"button\" class=\"counter\" onClick={() => setCount(count() + 1)}>\n    <span class={styles.value}>count {count()}</span>\n  </button>\n}\n",
  'src/assets.d.ts':
    "declare module '*.module.css' {\n  const names: Record<string, string>\n  export default names\n}\ndeclare module '*.css' {}\n",
  'postcss.config.mjs':
    "const double = { postcssPlugin: 'double', Declaration(node) { node.value = node.value.replace(/double\\((\\d+)px\\)/, (_, size) => size * 2 + 'px') } }\nexport default { plugins: [double] }\n",
  'public/favicon.ico': 'icon',
}

export function copyStyledApp(config = "{ title: 'Styled', data: 'memory' }"): AppCopy {
  const app = copyFixture()
  const files = {
    ...STYLED_FILES,
    'fw.config.ts': `import { defineConfig } from '@fw/runtime'\nexport default defineConfig(${config})\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(app.path(name)), { recursive: true })
    writeFileSync(app.path(name), text)
  }
  return app
}
