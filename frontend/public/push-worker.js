// Shows pushed notifications, also while no page is open, and opens their subjects. The client knows the paths; this
// file only passes the data on, so that an outdated worker still leads to the right page.

/** How long an open page may take to confirm that it opens the subject. */
const answerWithinMs = 1000;

const notificationOf = (event) => {
  try {
    return event.data?.json() ?? {};
  } catch {
    // An unreadable push is shown too: browsers penalise pushes without a notification.
    return {};
  }
};

const pathOf = (notification) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(notification))
    if (name !== 'message' && value !== null && value !== undefined) query.set(name, String(value));
  return `/notification?${query}`;
};

/** Whether the page confirmed: its router opens the path without a reload. */
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
  const notification = notificationOf(event);
  event.waitUntil(
    self.registration.showNotification('맞교환 Matgyo', {
      body: notification.message ?? '',
      icon: '/favicon.svg',
      // A repeated push is shown once.
      tag: notification._id ?? 'matgyo',
      data: pathOf(notification),
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
