/**
 * `/sw.js` in dev: what a build has left in this browser goes. A worker that answers from its store would hide every edit,
 * so dev has none of its own.
 */

export const DEV_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('fw-')) await caches.delete(name)
  await self.registration.unregister()
  for (const tab of await self.clients.matchAll({ type: 'window' })) tab.navigate(tab.url)
}
`
