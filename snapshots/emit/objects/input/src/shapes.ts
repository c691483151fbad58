/** Where somebody lives. */
export interface Address {
  street: string
  /** Two letters. */
  country: string
}

export interface Sized {
  width?: number
  height?: number
}
