/** What `Payer` pays, which `Price` changes. */
export const price: { cents: number } = { cents: 1 }
