function requestSlowly(prepare: (request: XMLHttpRequest) => void): void {
  const request = new XMLHttpRequest()
  prepare(request)
  request.open('GET', '/slow')
  request.send()
}

/** Slow work that continues in a callback of the browser. */
export const REPORTS: Readonly<Record<string, (then: () => void) => void>> = {
  handler(then) {
    requestSlowly((request) => {
      request.onload = () => then()
    })
  },
  listener(then) {
    requestSlowly((request) => request.addEventListener('load', () => then()))
  },
  lock: (then) => void navigator.locks.request('turn', () => then()),
}
