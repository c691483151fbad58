/** A change between two versions of an app's contract. */

/** The contract of one function, as `fw.contract.json` has it. */
export interface ContractEntry {
  /** Method and path of each address, first the one below `/_fw/api/`. */
  readonly addresses: readonly string[]
  /** Who may call it; `undecided` is every caller. */
  readonly access: 'public' | 'user' | 'scopes' | 'function' | 'undecided'
  /** Scopes that callers need. */
  readonly scopes?: readonly string[]
  /** The treatment of agents' calls; `function` if it is decided at each call. */
  readonly guard: 'auto' | 'confirm' | 'forbidden' | 'function'
  readonly effect?: 'irreversible'
  /** Whether it may be called with GET. */
  readonly readonly?: true
  /** JSON Schema of the wire form, without descriptions. Absent if it takes no input. */
  readonly input?: object
  /** Absent if it returns nothing. */
  readonly output?: object
}

/** Functions by name. */
export type Contract = Readonly<Record<string, ContractEntry>>

/** One change of a function, with its consequence for callers. */
export interface ContractChange {
  /** Name of the function: the old one if it was removed or renamed. */
  readonly function: string
  readonly kind:
    | 'added'
    | 'removed'
    | 'renamed'
    | 'input-narrowed'
    | 'input-widened'
    | 'default'
    | 'output-narrowed'
    | 'output-widened'
    | 'untrusted'
    | 'guard'
    | 'access'
    | 'scopes'
    | 'address'
    | 'effect'
    | 'readonly'
  /**
   * `breaking`: a call that worked may fail or get a result that its client doesn't expect. `notice`: compatible, and
   * worth a reviewer's attention, for example because more callers are allowed.
   */
  readonly verdict: 'breaking' | 'notice' | 'compatible'
  /** Part of the input or output, such as `input.items[].qty`. */
  readonly path?: string
  /** The change, such as `maximum is 50, was 100`. */
  readonly message: string
  /** Whether it is breaking only because it can't be proven compatible. */
  readonly isUndecided?: true
  /** The new name of a renamed function. */
  readonly to?: string
}
