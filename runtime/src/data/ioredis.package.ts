/** The part of ioredis that the server uses. A build bundles it once per version, so it may import nothing else. */
export { Redis } from 'ioredis'
