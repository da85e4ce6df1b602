import type { Middleware } from 'koa';

/** Time to send what is left of a body after the reply: its sender reads the reply only then. */
const restMs = 5_000;

/**
 * Bodies that were refused before they had arrived completely: reads and discards the rest for a moment, then closes the
 * connection. Without the moment many clients would report a broken connection instead of the refusal.
 */
export const closeUnreadBodies: Middleware = async ({ req }, next) => {
  await next();
  if (req.complete) return;
  const close = setTimeout(() => req.destroy(), restMs);
  req.once('close', () => clearTimeout(close));
  req.resume();
};
