/** The types of pg describe its main module only. */
declare module 'pg/lib/client.js' {
  export { Client as default } from 'pg'
}
