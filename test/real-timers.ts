import { vi } from 'vitest';

/** The application that test files of a worker share runs in the worker's process: faked timers would stop it for good. */
vi.useFakeTimers = () => {
  throw new Error('Timers are faked in files named *.fake-timers.test.ts, which have a process of their own');
};
