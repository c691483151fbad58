/** Where the shop is: what its absolute addresses begin with. */
export const SITE_URL = process.env.SITE_URL ?? 'http://localhost:3000'
