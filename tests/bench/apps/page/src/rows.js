/** What the page of row B shows: 100 rows, some with characters that have to be escaped. */
export const ROWS = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: index % 10 === 0 ? `Cup & saucer <${index}>` : `Cup number ${index}`,
  price: (1200 + index * 35) / 100,
  stock: (index * 7) % 23,
}))
