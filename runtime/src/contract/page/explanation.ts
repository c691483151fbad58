/** The result of `window.fw.explain(element)` in development. */

/** A place in the markup that shows a value of the code, or calls the code. */
export interface ExplainedBinding {
  /** The enclosing elements in its component, outermost first: `div > ul > For > li`. */
  readonly at: string
  readonly kind: 'text' | 'attribute' | 'event'
  /** Name of the attribute or event; `...` for spread attributes. */
  readonly name?: string
  /** Values that it reads, such as `signal:count`, `store:cart.lines[].qty`, `prop:name`. */
  readonly reads: readonly string[]
  /**
   * Functions that it calls, such as `set:count`, `intent:AddToCart.add`, `action:cart.add`, `api:cart.add`,
   * `prop:onChange`, `hook:useCart.add`.
   */
  readonly calls: readonly string[]
  /** `src/components/cart.tsx:12` */
  readonly source: string
}

export interface ElementExplanation {
  /** The nearest island around the element; absent if everything is static. */
  readonly island?: { readonly id: string; readonly component: string }
  /** The component that contains the element; absent if no part of it depends on code. */
  readonly component?: string
  readonly description?: string
  /** Source position of the nearest element with bindings: `src/components/cart.tsx:12:5`. */
  readonly source?: string
  /** Bindings of that element. */
  readonly bindings: readonly ExplainedBinding[]
  /** All values that the bindings read, and all functions that they call. */
  readonly reads: readonly string[]
  readonly calls: readonly string[]
}
