// Shows what is pushed while no page is open, and opens what it is about. Where that is, the client knows:
// this file only hands on what it was told, so that one that is older than the client still leads to the right place.

/** How long an open page may take to say that it goes there. */
const answerWithinMs = 1000;

const told = (event) => {
  try {
    return event.data?.json() ?? {};
  } catch {
    // A push whose content cannot be read is shown all the same: browsers take silence for misuse.
    return {};
  }
};

const pathOf = (notification) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(notification))
    if (name !== 'message' && value !== null && value !== undefined) query.set(name, String(value));
  return `/notification?${query}`;
};

/** Whether the page took it: its router goes there, and nothing on it is loaded anew. */
const handTo = (page, path) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerWithinMs);
    page.postMessage({ open: path }, [port2]);
  });

async function open(path) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) if (await handTo(page, path)) return page.focus();
  return self.clients.openWindow(path);
}

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const notification = told(event);
  event.waitUntil(
    self.registration.showNotification('맞교환 Matgyo', {
      body: notification.message ?? '',
      icon: '/favicon.svg',
      // The same one twice is shown once.
      tag: notification._id ?? 'matgyo',
      data: pathOf(notification),
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
