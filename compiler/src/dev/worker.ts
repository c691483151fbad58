/**
 * `/sw.js` in dev: removes a service worker that a build has left in the browser. A worker that responds from its cache
 * would hide every edit, so dev has none of its own.
 */

export const DEV_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) if (name.startsWith('fw-')) await caches.delete(name)
  await self.registration.unregister()
  for (const tab of await self.clients.matchAll({ type: 'window' })) tab.navigate(tab.url)
}
`
