/** Loads the compiler of components when the first component is compiled. */
import { loadBabel } from '#jsx/load-babel.ts'

export function jsxCompiler(): Promise<typeof import('#jsx/compile-component.ts')> {
  loadBabel()
  return import('#jsx/compile-component.ts')
}

/** Loads only the analysis of components. */
export function loadJsxAnalyzer(): Promise<typeof import('#jsx/analyze-module.ts')> {
  loadBabel()
  return import('#jsx/analyze-module.ts')
}

/** A module with what most components have. */
const SAMPLE = `import { createSignal, For, Show } from 'solid-js'

export function Sample(props: { readonly rows: readonly { readonly id: number; readonly name: string }[] }) {
  const [count, setCount] = createSignal<number>(0)
  return (
    <section class="sample" classList={{ some: count() > 0 }}>
      <Show when={count() > 0} fallback={<p>None</p>}><p>{count()}</p></Show>
      <button type="button" onClick={() => setCount(count() + 1)}>Add</button>
      <ul><For each={props.rows}>{(row) => <li title={row.name}>{row.id}: {row.name}</li>}</For></ul>
    </section>
  )
}
`

/** Loads the compiler and compiles a module for both sides: the first one takes much longer than later ones. */
export async function warmJsxCompiler(root: string): Promise<void> {
  const { compileComponent } = await jsxCompiler()
  for (const target of ['ssr', 'dom'] as const)
    compileComponent({ code: SAMPLE, file: `${root}/sample.tsx`, root, target, route: false, dev: true })
}
