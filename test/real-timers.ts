import { vi } from 'vitest';

/** The application shared by a worker's test files runs in the worker's process: fake timers would stop it for good. */
vi.useFakeTimers = () => {
  throw new Error('Timers are faked in files named *.fake-timers.test.ts, which have a process of their own');
};
