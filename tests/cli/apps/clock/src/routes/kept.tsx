/** The same for everybody, until its tag is dropped: it tells which process made it, and when. */
export const cache = { scope: 'public', sharedMaxAge: 300, tags: ['kept'] }

export default function Page() {
  return <p>{`made by ${process.pid} at ${performance.now()}`}</p>
}
