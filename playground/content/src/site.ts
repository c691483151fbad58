/** What to change first: the name and the URL of the site. */
export const SITE_NAME = 'Margin'
export const SITE_URL = 'https://margin.example'
