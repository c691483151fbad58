// `npm run key -- <name> <scope> …` prints a new API key, and its entry for API_KEYS. The key can't be shown again.
import { createHash, randomBytes } from 'node:crypto'

const [name, ...scopes] = process.argv.slice(2)
if (name === undefined || scopes.length === 0) {
  console.error('Pass a name and at least one scope: npm run key -- reports invoices:read')
  process.exit(1)
}
const key = `key_${randomBytes(24).toString('base64url')}`
const sha256 = createHash('sha256').update(key).digest('hex')
console.log(`The key, for the program that calls the API:\n  ${key}\n`)
console.log(`Its entry for API_KEYS in .env, a JSON list:\n  ${JSON.stringify({ name, sha256, scopes })}`)
