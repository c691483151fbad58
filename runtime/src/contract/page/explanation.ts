/** The results of `window.fw.explain()` in development. */
import type { Origin } from '../api.ts'

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

/** The result without an element: the live reads of the page. */
export interface PageExplanation {
  readonly reads: readonly ExplainedRead[]
}

/** A live read: a function with an input, or a live page. */
export interface ExplainedRead {
  /** `cards.list`, or `page /overview`. */
  readonly read: string
  /** Input of the function after `redact`; absent for a page. */
  readonly input?: unknown
  /** Tags that it depends on. */
  readonly tags: readonly string[]
  /** Time at which this state was first read, RFC 3339. */
  readonly at: string
  /** The write that made it necessary to read again; absent for the first state. */
  readonly refreshedBy?: ExplainedWrite
}

export interface ExplainedWrite {
  /** `cards.move`, `revalidateTag`, `revalidatePath /orders`, or `another process`, whose writes have no other members. */
  readonly by: string
  /** Tags that it invalidated. */
  readonly tags: readonly string[]
  readonly origin?: Origin
  /** RFC 3339. */
  readonly at?: string
}
