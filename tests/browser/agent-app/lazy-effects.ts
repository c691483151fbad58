/** Effects of objects with their own `then`, such as query builders: the request begins when code awaits the object. */
interface Query {
  then(done?: (value: unknown) => unknown, failed?: (error: unknown) => unknown): Promise<unknown>
}

function insert(): Query {
  return {
    // biome-ignore lint/suspicious/noThenProperty: query builders have one
    then: (done, failed) => fetch('/effect').then(done, failed),
  }
}

class LazyPromise extends Promise<unknown> {
  // biome-ignore lint/suspicious/noThenProperty: query builders have one
  override then: Promise<unknown>['then'] = (done, failed) => fetch('/effect').then(done, failed)
}

async function* insertEach() {
  yield insert()
}

export const LAZY_EFFECTS: Readonly<Record<string, () => unknown>> = {
  async 'query that is awaited'() {
    await insert()
  },
  'query that is returned': () => insert(),
  'query that an asynchronous function returns': async () => insert(),
  async 'query that is returned after a wait'() {
    await undefined
    return insert()
  },
  'query in Promise.all': () => Promise.all([insert()]),
  'query in Promise.race': () => Promise.race([insert()]),
  'query that a callback of a promise returns': () => Promise.resolve().then(() => insert()),
  'query that resolves a promise': () => new Promise((resolve) => resolve(insert())),
  async 'query of a loop'() {
    for await (const _ of [insert()]);
  },
  async 'query that is yielded'() {
    for await (const _ of insertEach());
  },
  async 'query behind another one'() {
    // biome-ignore lint/suspicious/noThenProperty: query builders have one
    await { then: (done: (value: unknown) => void) => done(insert()) }
  },
  async 'promise with its own then'() {
    await LazyPromise.resolve()
  },
}
