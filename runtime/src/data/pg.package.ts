/// <reference path="./pg-client.d.ts" />
/**
 * The part of pg that the server uses: not its pool, nor its native client, which is another package. A build bundles it
 * once per version, so it may import nothing else.
 */
export { default as Client } from 'pg/lib/client.js'
