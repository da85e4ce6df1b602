import { type AnswerOf, call, newUuid, type OptionsOf, type Route } from './call.ts';
import { type CommandOptions, useCommand } from './command.ts';

/** A call that the user makes, with the options that `mutate` is given: a command that needs no key. */
export const useCall = <R extends Route>(
  route: R,
  effects: Partial<Omit<CommandOptions<OptionsOf<R>, AnswerOf<R>>, 'command'>> = {},
) =>
  useCommand({
    changes: [],
    ...effects,
    command: (options: OptionsOf<R>) => ({ name: newUuid(), send: () => call(route, options) }),
  });
