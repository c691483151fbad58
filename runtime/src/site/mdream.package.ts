/** The part of mdream that the server uses. A build bundles it once per version, so it may import nothing else. */
export { htmlToMarkdown } from '@mdream/js'
