// The pages without a network: what the server does not answer comes from the browser's store. The compiler has a store of its
// own (builder.mjs).
const name = 'cuda-by-chapter-pages';

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(Promise.all([caches.open(name), fetch('own/pages.json').then((answer) => answer.json())]).then(([store, pages]) => store.addAll(pages)));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(new URL('.', location).href) || /\/own\/.*\.gz/.test(request.url)) return;
  event.respondWith((async () => {
    const store = await caches.open(name);
    try {
      const answer = await fetch(request);
      if (answer.ok) await store.put(request, answer.clone());
      return answer;
    } catch (error) {
      const stored = await store.match(request, { ignoreSearch: true });
      if (stored) return stored;
      throw error;
    }
  })());
});
