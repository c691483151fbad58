/** What pages and functions know about a request. An app whose users sign in adds the user here. */
export default (request: Request) => ({ origin: new URL(request.url).origin })
