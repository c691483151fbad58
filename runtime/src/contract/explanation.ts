/** What `window.fw.explain(element)` answers in development (decisions: Manifest). */

/** A place where what is shown depends on code, or calls it. */
export interface ExplainedBinding {
  /** The elements around it in its component, outermost first: `div > ul > For > li`. */
  readonly at: string
  readonly kind: 'text' | 'attribute' | 'event'
  /** Of the attribute or event; `...` for spread attributes. */
  readonly name?: string
  /** As `signal:count`, `store:cart.lines[].qty`, `prop:name`. */
  readonly reads: readonly string[]
  /** As `set:count`, `intent:AddToCart.add`, `action:cart.add`, `api:cart.add`, `prop:onChange`, `hook:useCart.add`. */
  readonly calls: readonly string[]
  /** `src/components/cart.tsx:12` */
  readonly source: string
}

export interface ElementExplanation {
  /** The nearest one around the element; absent where all is static. */
  readonly island?: { readonly id: string; readonly component: string }
  /** Whose code the element is; absent where nothing of it depends on code. */
  readonly component?: string
  readonly description?: string
  /** Where the nearest element stands that has bindings: `src/components/cart.tsx:12:5`. */
  readonly source?: string
  /** Of that element. */
  readonly bindings: readonly ExplainedBinding[]
  /** All that they read, and call. */
  readonly reads: readonly string[]
  readonly calls: readonly string[]
}
