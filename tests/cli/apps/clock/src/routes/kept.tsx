/** A shared page that shows which process rendered it, and when. It is cached until its tag is invalidated. */
export const cache = { scope: 'public', sharedMaxAge: 300, tags: ['kept'] }

export default function Page() {
  return <p>{`made by ${process.pid} at ${performance.now()}`}</p>
}
